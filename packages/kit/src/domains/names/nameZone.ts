import { nameZones } from '@latchkey/protocol/profile'
import type { KitOptions } from '../../core/options/options.ts'

/**
 * The zone in which the site's visitors register names, from the option `features.names`.
 * @default 'reown.id'
 */
export function nameZone({ features }: Pick<KitOptions, 'features'>): string {
  const names = features?.names
  return typeof names === 'object' ? names.zone : nameZones[0]
}
