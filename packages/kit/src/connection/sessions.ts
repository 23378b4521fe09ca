import type { Namespace } from '@latchkey/protocol/namespace'
import * as counts from '@latchkey/protocol/counts'
import type { ChainAdapter } from '../core/adapter.ts'
import { kitError } from '../core/errors.ts'
import type { Kit } from '../core/kit.ts'
import { disconnected, isConnected, reduceSession } from '../core/session.ts'
import type { SessionEvent } from '../core/session.ts'
import type { Wallet } from '../core/wallet.ts'

/** Applies an event to the session of a namespace. */
export function dispatch(kit: Kit, namespace: Namespace, event: SessionEvent): void {
  kit.store.setState(({ sessions }) => ({ sessions: { ...sessions, [namespace]: reduceSession(sessions[namespace] ?? disconnected, event) } }))
}

/** The adapter of a namespace. @throws KitError connectionMissing */
export function adapterOf(kit: Kit, namespace: Namespace): ChainAdapter {
  const adapter = kit.context.adapters.find((one) => one.namespace === namespace)
  if (!adapter) throw kitError('connectionMissing')
  return adapter
}

/** The adapter that a connector belongs to. @throws KitError connectorNotFound */
export function adapterOfConnector(kit: Kit, connectorId: string): ChainAdapter {
  const connector = kit.getState().connectors.find(({ id }) => id === connectorId)
  if (!connector) throw kitError('connectorNotFound', { connectorId })
  return adapterOf(kit, connector.namespace)
}

/** Keeps what the next visit needs: that there is a connection, which, and the recent wallets (at most two, spec section 9). */
export function rememberConnection(kit: Kit, connectorId: string, wallet: Wallet): void {
  const { storage } = kit.context
  const recent = storage.get('recent-wallets')?.filter(({ id }) => id !== wallet.id) ?? []
  storage.set('recent-wallets', [wallet, ...recent].slice(0, counts.recentWallets))
  storage.set('recent-connector', connectorId)
  rememberStatus(kit)
}

/** Keeps which namespaces are connected, and so whether the next visit has something to reconnect. */
export function rememberStatus(kit: Kit): void {
  const { storage } = kit.context
  const { sessions, namespace } = kit.getState()
  const connected = Object.entries(sessions).filter(([, session]) => isConnected(session)).map(([name]) => name)
  storage.set('connected-namespaces', connected)
  storage.set('connection-status', connected.length > 0 ? 'connected' : 'disconnected')
  storage.set('active-namespace', namespace)
}
