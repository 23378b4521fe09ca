import { contextOf } from './context.ts'
import type { KitContext } from './context.ts'
import type { Kit } from './kit.ts'

/**
 * Declares data that a module stores for each kit. The data is made on first use, lives as long as
 * its kit, and is never shared by two kits.
 * @example const disconnecting = perKit(() => new Set<string>())
 * disconnecting(kit).add(connectorId)
 */
/* @__NO_SIDE_EFFECTS__ */
export function perKit<value extends object>(make: () => value): (kit: Kit) => value {
  const values = new WeakMap<KitContext, value>()
  return (kit) => {
    const context = contextOf(kit)
    const known = values.get(context)
    if (known) return known
    const fresh = make()
    values.set(context, fresh)
    return fresh
  }
}
