import { nameZones } from '@latchkey/protocol/profile'
import type { KitOptions } from '../core/options.ts'

/**
 * The zone in which the site's visitors register names, `reown.id` by default: the option
 * `features.names`.
 */
export function nameZone({ features }: Pick<KitOptions, 'features'>): string {
  const names = features?.names
  return typeof names === 'object' ? names.zone : nameZones[0]
}
