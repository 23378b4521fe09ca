import type { Kit } from '../core/kit.ts'
import { connectionsOf } from '../core/session.ts'
import { activeSession } from '../core/state.ts'
import type { KitState } from '../core/state.ts'
import type { SharedConnections } from './sharedConnections.ts'

/** Name of what runs while a wallet is told to go. */
export const farewellTo = (connectorId: string) => `farewell to ${connectorId}`

/**
 * Keeps in the state that the wallet in use left by itself, where another has taken its place. What a visitor did is no news: neither here
 * nor in another tab, unless this one is looked at meanwhile. `shared` is what the tabs knew before; who left by another tab is not in it.
 */
export function noteLeaving(kit: Kit, { state, previous, shared }: { state: KitState; previous: KitState; shared: SharedConnections }): void {
  const [connection] = connectionsOf(activeSession(previous))
  const staying = connectionsOf(activeSession(state)).map(({ connectorId }) => connectorId)
  if (!connection || staying.length === 0 || staying.includes(connection.connectorId) || kit.context.busy.has(farewellTo(connection.connectorId))) return
  const isFirst = shared.sessions[previous.namespace]?.connectors.includes(connection.connectorId)
  if (isFirst || globalThis.document?.visibilityState !== 'hidden') kit.store.setState({ news: { event: 'left', connection } })
}
