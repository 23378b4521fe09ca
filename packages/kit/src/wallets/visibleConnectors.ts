import type { Connector } from '../core/adapter.ts'
import type { Device } from '../core/device.ts'

/** Names of a wallet that only says that it is one, and not which. */
const generic = ['browser wallet', 'injected']

/**
 * The connectors that a list of wallets shows. On desktop, an installed wallet is left out when it is the generic browser wallet
 * beside one that is known, or has no identifier while no installed wallet is detected (spec section 5). On a phone the wallet
 * whose browser this is may be nothing but generic.
 */
export function visibleConnectors(connectors: readonly Connector[], { isPhone, hasProvider }: Pick<Device, 'isPhone' | 'hasProvider'>): readonly Connector[] {
  if (isPhone) return connectors
  const isKnown = ({ id, type }: Connector) => type === 'injected' && id.includes('.')
  const hasKnown = connectors.some(isKnown)
  const isGeneric = ({ name }: Connector) => generic.includes(name.trim().toLowerCase())
  return connectors.filter((one) => {
    if (one.type !== 'injected' || isKnown(one)) return true
    return (hasProvider || hasKnown) && !(isGeneric(one) && hasKnown)
  })
}
