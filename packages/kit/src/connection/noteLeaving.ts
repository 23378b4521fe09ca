import type { Kit } from '../core/kit.ts'
import { perKit } from '../core/perKit.ts'
import { connectionsOf } from '../core/session.ts'
import { activeSession } from '../core/state.ts'
import type { KitState } from '../core/state.ts'
import type { SharedConnections } from './sharedConnections.ts'

/** The ids of the connectors whose wallets are told now that they are disconnected. */
export const toldToGo = perKit(() => new Set<string>())

/**
 * Keeps in the state that the wallet in use left by itself, where another has taken its place. What a visitor did is no news: neither here
 * nor in another tab, unless this one is looked at meanwhile. `shared` is what the tabs knew before; who left by another tab is not in it.
 */
export function noteLeaving(kit: Kit, { state, previous, shared }: { state: KitState; previous: KitState; shared: SharedConnections }): void {
  const [connection] = connectionsOf(activeSession(previous))
  const staying = connectionsOf(activeSession(state)).map(({ connectorId }) => connectorId)
  if (!connection || staying.length === 0 || staying.includes(connection.connectorId) || toldToGo(kit).has(connection.connectorId)) return
  const isFirst = shared.sessions[previous.namespace]?.connectors.includes(connection.connectorId)
  if (isFirst || globalThis.document?.visibilityState !== 'hidden') kit.store.setState({ news: { event: 'left', connection } })
}
