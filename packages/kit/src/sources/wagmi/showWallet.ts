import { nameOf } from '../../core/accounts/connectedWallets.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { connectionsOf, connectorIdOf, disconnected } from '../../core/accounts/session.ts'

/** The parts of a wagmi connector by which sites show it. */
type ShownWallet = { name: string; icon: string | undefined; rdns: string | undefined }

/** The kit's own values, while no wallet is connected. */
const own: ShownWallet = { name: 'Latchkey', icon: undefined, rdns: undefined }

/**
 * The connected wallet of eip155, in wagmi's form. `rdns` is undefined for a wallet without one.
 * EIP-6963
 */
function walletNow(kit: Kit): ShownWallet {
  const { sessions, connectors } = kit.getState()
  const [connection] = connectionsOf(sessions.eip155 ?? disconnected)
  if (!connection) return own
  const connector = connectors.find(({ id }) => id === connectorIdOf(connection.connectorId))
  const isRdns = connector?.type === 'injected' && connector.id.includes('.')
  return {
    name: nameOf(connection, connectors),
    icon: connection.wallet ? undefined : connector?.icon,
    rdns: isRdns ? connector.id : undefined,
  }
}

/**
 * Replaces the name and the picture of a wagmi connector by those of the connected wallet. They are
 * getters, because sites read them at each render.
 */
export function showWallet(kit: Kit, connector: object): void {
  const read = (part: keyof ShownWallet) => ({
    get: () => walletNow(kit)[part],
    enumerable: true,
    configurable: true,
  })
  Object.defineProperties(connector, { name: read('name'), icon: read('icon'), rdns: read('rdns') })
}
