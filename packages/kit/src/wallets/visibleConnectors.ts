import type { Connector } from '../core/connectorSource.ts'
import type { Device } from '../core/device.ts'

/** Id of the generic browser wallet, which says that it is a wallet and not which. */
const genericId = 'injected'

/** Ids that a site's wagmi config gives to a provider that it expects under a name, whether it is there or not. */
const expectedIds: readonly string[] = [genericId, 'metaMask', 'coinbaseWallet', 'phantom']

/** A connector that is a wallet of the visitor's, or leads to one. */
export type WalletConnector = Connector & { type: Exclude<Connector['type'], 'auth'> }

/** Whether a connector may stand in a list of wallets; one that people log in by has a place of its own. */
export function isWallet(connector: Connector): connector is WalletConnector {
  return connector.type !== 'auth'
}

/** Whether a connector is a wallet that is in this browser, and no way to one elsewhere. */
export function isHere(connector: Connector): connector is Connector & { type: 'injected' | 'external' } {
  return isWallet(connector) && connector.type !== 'walletConnect'
}

/**
 * The connectors that a list of wallets shows. On desktop, an installed wallet is left out when it is the generic browser wallet
 * beside one that is known, or has no identifier of its own while no installed wallet is detected (spec section 5). The generic one
 * alone stays, where the spec would hide it: whoever has nothing but an extension of before EIP-6963 would find no way to it, and no
 * list of phones stands in for the wallet that they have. On a phone the wallet whose browser this is may be nothing but generic.
 */
export function visibleConnectors(all: readonly Connector[], { isPhone, hasProvider }: Pick<Device, 'isPhone' | 'hasProvider'>): readonly WalletConnector[] {
  const connectors = all.filter(isWallet)
  if (isPhone) return connectors
  const hasIdentifier = ({ id, type }: Connector) => type === 'injected' && !expectedIds.includes(id)
  const hasKnown = connectors.some(hasIdentifier)
  return connectors.filter((one) => {
    if (one.type !== 'injected' || hasIdentifier(one)) return true
    return (hasProvider || hasKnown) && !(one.id === genericId && hasKnown)
  })
}
