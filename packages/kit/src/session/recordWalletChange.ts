import { connectionsOf } from '../core/accounts/session.ts'
import { contextOf } from '../core/kit/context.ts'
import type { Kit } from '../core/kit/kit.ts'
import { perKit } from '../core/kit/perKit.ts'
import { activeSession } from '../core/kit/state.ts'
import type { KitState } from '../core/kit/state.ts'
import { readShared } from './sharedConnections.ts'

/** The ids of the connectors whose wallets are being disconnected by the kit. */
export const beingDisconnected = perKit(() => new Set<string>())

/**
 * Stores in the state that the wallet in use disconnected by itself, and another one replaced it. A
 * visitor's own action is not stored: neither in this tab nor in another one, unless this tab is
 * visible at that time. Runs before the tabs' data is updated: a wallet that was disconnected in
 * another tab is no longer in it.
 */
export function recordWalletLeft(kit: Kit, state: KitState, previous: KitState): void {
  const [connection] = connectionsOf(activeSession(previous))
  const remainingIds = connectionsOf(activeSession(state)).map(({ connectorId }) => connectorId)
  if (
    !connection ||
    remainingIds.length === 0 ||
    remainingIds.includes(connection.connectorId) ||
    beingDisconnected(kit).has(connection.connectorId)
  )
    return
  const { sessions } = readShared(kit)
  const isFirst = sessions[previous.namespace]?.connectors.includes(connection.connectorId)
  if (isFirst || globalThis.document?.visibilityState !== 'hidden')
    kit.store.setState({ walletChange: { event: 'removed', connection } })
}

/** Completes the connection of a phone that connected late. The code loads only then. */
export function recordLate(kit: Kit, state: KitState, previous: KitState): void {
  for (const { namespace } of contextOf(kit).adapters) {
    const before = connectionsOf(activeSession({ ...previous, namespace }))
    const late = connectionsOf(activeSession({ ...state, namespace })).find(
      ({ connectorId, isLate }) =>
        isLate && !before.some((connection) => connection.connectorId === connectorId),
    )
    if (late)
      import('./recordLateConnection.lazy.ts').then(
        ({ recordLateConnection }) => recordLateConnection(kit, namespace, late),
        () => {},
      ) // without this code the wallet is connected, but not reported
  }
}
