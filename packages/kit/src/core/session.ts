import type { NetworkId } from '@latchkey/protocol/caip'
import type { Wallet } from './wallet.ts'

/** One wallet that is connected: what it shares and where it stands. */
export type Connection = {
  connectorId: string
  /** Addresses as the wallet gives them, the selected one first; never empty, 100 at the most. */
  accounts: readonly string[]
  /** The wallet's network, which may be one the site does not name. */
  networkId: NetworkId
  /** Where it can go, those that it approved; any network where this is absent. */
  networkIds?: readonly NetworkId[]
  /** The app at the other end, where the connector reaches many. */
  wallet?: Wallet
  /** It came by itself: of a code that nobody looked at any more. */
  isLate?: true
}

/** An account as an earlier visit left it: nobody knows yet whether its wallet still shares it. */
export type LastAccount = { address: string; networkId: NetworkId }

/** What a namespace is connected to (spec section 3, connection state; section 4). */
export type Session =
  | { status: 'disconnected' }
  /** `connectorId` is absent while the connection of an earlier visit is looked for, whose account is `lastKnown`: to be shown, and nothing else. */
  | { status: 'connecting'; connectorId?: string; lastKnown?: LastAccount }
  | { status: 'connected' | 'reconnecting'; current: Connection; others: readonly Connection[] }

export type SessionEvent =
  | { type: 'connectStarted'; connectorId: string }
  | { type: 'connectFailed'; connectorId: string }
  | { type: 'reconnectStarted' }
  | { type: 'reconnectEnded' }
  /** All that the adapter is connected to by now; `current` is a connector id. */
  | { type: 'connectionsChanged'; connections: readonly Connection[]; current?: string }

/** A namespace nobody is connected with. */
export const disconnected: Session = { status: 'disconnected' }

/** The next state after an event. Total: an event that does not fit the state leaves it as it is. */
export function reduceSession(session: Session, event: SessionEvent): Session {
  switch (event.type) {
    case 'connectStarted':
      return isConnected(session) ? session : { status: 'connecting', connectorId: event.connectorId }
    case 'connectFailed':
      return session.status === 'connecting' && session.connectorId === event.connectorId ? disconnected : session
    case 'reconnectStarted':
      if (session.status === 'disconnected') return { status: 'connecting' }
      return session.status === 'connected' ? { ...session, status: 'reconnecting' } : session
    case 'reconnectEnded':
      if (session.status === 'connecting') return session.connectorId ? session : disconnected
      return session.status === 'reconnecting' ? { ...session, status: 'connected' } : session
    case 'connectionsChanged':
      return withConnections(session, event.connections.filter(({ accounts }) => accounts.length > 0), event.current)
  }
}

function withConnections(session: Session, connections: readonly Connection[], currentId?: string): Session {
  const current = connections.find(({ connectorId }) => connectorId === currentId) ?? connections[0]
  if (!current) return session.status === 'connecting' ? session : disconnected
  const others = connections.filter((connection) => connection !== current)
  return { status: session.status === 'reconnecting' ? 'reconnecting' : 'connected', current, others }
}

/** Whether there is a connection to work with. */
export function isConnected(session: Session): session is Extract<Session, { current: Connection }> {
  return session.status === 'connected' || session.status === 'reconnecting'
}

/** All connections, the current one first; none while nobody is connected. */
export function connectionsOf(session: Session): readonly Connection[] {
  return isConnected(session) ? [session.current, ...session.others] : []
}
