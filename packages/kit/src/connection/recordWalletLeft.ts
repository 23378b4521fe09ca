import type { Kit } from '../core/kit.ts'
import { perKit } from '../core/perKit.ts'
import { connectionsOf } from '../core/session.ts'
import { activeSession } from '../core/state.ts'
import type { KitState } from '../core/state.ts'
import type { SharedConnections } from './sharedConnections.ts'

/** The ids of the connectors whose wallets are being told that they are disconnected. */
export const beingDisconnected = perKit(() => new Set<string>())

/**
 * Stores in the state that the wallet in use left by itself and another has replaced it. A
 * visitor's own action is not news: neither here nor in another tab, unless this tab is visible
 * meanwhile. `shared` is the tabs' earlier knowledge; a wallet disconnected in another tab is not
 * in it.
 */
export function recordWalletLeft(
  kit: Kit,
  { state, previous, shared }: { state: KitState; previous: KitState; shared: SharedConnections },
): void {
  const [connection] = connectionsOf(activeSession(previous))
  const remainingIds = connectionsOf(activeSession(state)).map(({ connectorId }) => connectorId)
  if (
    !connection ||
    remainingIds.length === 0 ||
    remainingIds.includes(connection.connectorId) ||
    beingDisconnected(kit).has(connection.connectorId)
  )
    return
  const isFirst = shared.sessions[previous.namespace]?.connectors.includes(connection.connectorId)
  if (isFirst || globalThis.document?.visibilityState !== 'hidden')
    kit.store.setState({ walletChange: { event: 'left', connection } })
}
