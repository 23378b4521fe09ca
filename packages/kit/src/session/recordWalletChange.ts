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
 * Stores in the state that the wallet in use disconnected by itself, and another one replaced it.
 * Does not store a disconnect by the visitor in this tab, nor one in another tab while this tab is
 * hidden. It has to run before the tabs' shared data is updated: a wallet that was disconnected in
 * another tab is missing in that data already.
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
      ) // if the code does not load, the wallet is connected, but the modal does not report it
  }
}
