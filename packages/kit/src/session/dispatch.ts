import type { Namespace } from '@latchkey/protocol/namespace'
import { disconnected, isConnected } from '../core/accounts/session.ts'
import type { Connection, Session, SessionEvent } from '../core/accounts/session.ts'
import { createListeners } from '../core/kit/createListeners.ts'
import type { Kit } from '../core/kit/kit.ts'
import { perKit } from '../core/kit/perKit.ts'

/** The functions that a kit calls with each event of its sessions. See `listeners.ts`. */
export const sessionListeners = perKit(() =>
  createListeners<[namespace: Namespace, event: SessionEvent]>(),
)

/** Applies an event to the session of a namespace, and notifies the listeners. */
export function dispatch(kit: Kit, namespace: Namespace, event: SessionEvent): void {
  const { sessions } = kit.getState()
  const session = sessions[namespace] ?? disconnected
  const next = reduceSession(session, event)
  if (next !== session) kit.store.setState({ sessions: { ...sessions, [namespace]: next } })
  sessionListeners(kit).notify(namespace, event)
}

/** The next state after an event. An event that does not fit the state changes nothing. */
export function reduceSession(session: Session, event: SessionEvent): Session {
  switch (event.type) {
    case 'connectStarted':
      return isConnected(session)
        ? session
        : { status: 'connecting', connectorId: event.connectorId }
    case 'connectFailed':
    case 'connectEnded':
      return session.status === 'connecting' && session.connectorId === event.connectorId
        ? disconnected
        : session
    case 'reconnectStarted':
      if (session.status === 'disconnected') return { status: 'connecting' }
      return session.status === 'connected' ? { ...session, status: 'reconnecting' } : session
    case 'reconnectEnded':
      if (session.status === 'connecting') return session.connectorId ? session : disconnected
      return session.status === 'reconnecting' ? { ...session, status: 'connected' } : session
    case 'connectionsChanged':
      return withConnections(
        session,
        event.connections.filter(({ accounts }) => accounts.length > 0),
        event.current,
      )
    default:
      return session
  }
}

function withConnections(
  session: Session,
  connections: readonly Connection[],
  currentId?: string,
): Session {
  const current = connections.find(({ connectorId }) => connectorId === currentId) ?? connections[0]
  if (!current) return session.status === 'connecting' ? session : disconnected
  const others = connections.filter((connection) => connection !== current)
  return {
    status: session.status === 'reconnecting' ? 'reconnecting' : 'connected',
    current,
    others,
  }
}
