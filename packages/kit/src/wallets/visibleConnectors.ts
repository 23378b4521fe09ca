import type { Connector } from '../core/adapter.ts'
import type { Device } from '../core/device.ts'

/** Id of the generic browser wallet, which says that it is a wallet and not which. */
const genericId = 'injected'

/** Ids that a site's wagmi config gives to a provider that it expects under a name, whether it is there or not. */
const expectedIds: readonly string[] = [genericId, 'metaMask', 'coinbaseWallet', 'phantom']

/**
 * The connectors that a list of wallets shows. On desktop, an installed wallet is left out when it is the generic browser wallet
 * beside one that is known, or has no identifier of its own while no installed wallet is detected (spec section 5). The generic one
 * alone stays, where the spec would hide it: whoever has nothing but an extension of before EIP-6963 would find no way to it, and no
 * list of phones stands in for the wallet that they have. On a phone the wallet whose browser this is may be nothing but generic.
 */
export function visibleConnectors(connectors: readonly Connector[], { isPhone, hasProvider }: Pick<Device, 'isPhone' | 'hasProvider'>): readonly Connector[] {
  if (isPhone) return connectors
  const hasIdentifier = ({ id, type }: Connector) => type === 'injected' && !expectedIds.includes(id)
  const hasKnown = connectors.some(hasIdentifier)
  return connectors.filter((one) => {
    if (one.type !== 'injected' || hasIdentifier(one)) return true
    return (hasProvider || hasKnown) && !(one.id === genericId && hasKnown)
  })
}
