import type { Connector } from '../../core/contracts/connectorSource.ts'
import type { Device } from '../../core/page/device.ts'

/** The id of the generic browser wallet, which does not identify itself. */
const genericId = 'injected'

/** Ids in a site's wagmi config that do not show whether the wallet is installed. */
const expectedIds: readonly string[] = [genericId, 'metaMask', 'coinbaseWallet', 'phantom']

/** A connector of a wallet in this browser, or of a wallet elsewhere. */
export type WalletConnector = Connector & { type: Exclude<Connector['type'], 'auth'> }

/** Whether a connector may be in a list of wallets. Logins are shown elsewhere. */
export function isWallet(connector: Connector): connector is WalletConnector {
  return connector.type !== 'auth'
}

/** Whether a connector is a wallet in this browser. */
export function isHere(
  connector: Connector,
): connector is Connector & { type: 'injected' | 'external' } {
  return isWallet(connector) && connector.type !== 'walletConnect'
}

/**
 * The connectors that a list of wallets shows. On desktop, two kinds of connectors are left out:
 * the generic browser wallet if a known wallet is installed, and connectors that may not be
 * installed while no installed wallet is detected. See docs/contracts/product.md#wallet-visibility.
 *
 * The generic wallet is shown if it is the only wallet of this browser. Otherwise a visitor whose
 * only extension is older than EIP-6963 could not connect it. On a phone, it may be the wallet in
 * whose in-app browser the page is open.
 */
export function visibleConnectors(
  all: readonly Connector[],
  { isPhone, hasProvider }: Pick<Device, 'isPhone' | 'hasProvider'>,
): readonly WalletConnector[] {
  const connectors = all.filter(isWallet)
  if (isPhone) return connectors
  const hasIdentifier = ({ id, type }: Connector) =>
    type === 'injected' && !expectedIds.includes(id)
  const hasKnown = connectors.some(hasIdentifier)
  return connectors.filter((connector) => {
    if (connector.type !== 'injected' || hasIdentifier(connector)) return true
    return (hasProvider || hasKnown) && !(connector.id === genericId && hasKnown)
  })
}
