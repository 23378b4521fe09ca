import type { Connector } from '../../core/contracts/connectorSource.ts'
import type { Device } from '../../core/page/device.ts'

/** The id of the generic browser wallet, which does not identify itself. */
const genericId = 'injected'

/** Ids that a site's wagmi config gives to providers that may be installed or not. */
const expectedIds: readonly string[] = [genericId, 'metaMask', 'coinbaseWallet', 'phantom']

/** A connector that is a wallet in this browser, or connects one elsewhere. */
export type WalletConnector = Connector & { type: Exclude<Connector['type'], 'auth'> }

/** Whether a connector may be in a list of wallets. A login connector has a place of its own. */
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
 * The connectors that a list of wallets shows. On desktop, two kinds of installed wallets are left
 * out: the generic browser wallet beside a known one, and a wallet without an identifier of its own
 * while no installed wallet is detected. See docs/contracts/product.md#wallet-visibility.
 *
 * The generic wallet is shown if it is the only one: a visitor whose only extension predates
 * EIP-6963 could not connect it otherwise, and the list of phones does not replace it. On a phone,
 * the wallet whose in-app browser shows the page may be generic.
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
