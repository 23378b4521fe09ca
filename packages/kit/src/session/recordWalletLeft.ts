import type { Kit } from '../core/kit/kit.ts'
import { perKit } from '../core/kit/perKit.ts'
import { connectionsOf } from '../core/accounts/session.ts'
import { activeSession } from '../core/kit/state.ts'
import type { KitState } from '../core/kit/state.ts'
import type { SharedConnections } from './sharedConnections.ts'

/** The ids of the connectors whose wallets are being disconnected by the kit. */
export const beingDisconnected = perKit(() => new Set<string>())

/**
 * Stores in the state that the wallet in use disconnected by itself, and another one replaced it. A
 * visitor's own action is not stored: neither in this tab nor in another one, unless this tab is
 * visible at that time. `shared` is the earlier data of all tabs: a wallet that was disconnected in
 * another tab is not in it.
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
    kit.store.setState({ walletChange: { event: 'removed', connection } })
}
