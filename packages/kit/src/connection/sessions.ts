import type { Namespace } from '@latchkey/protocol/namespace'
import * as counts from '@latchkey/protocol/counts'
import type { ChainAdapter, Connector } from '../core/adapter.ts'
import { kitError } from '../core/errors.ts'
import type { Kit } from '../core/kit.ts'
import { connectionsOf, disconnected, reduceSession } from '../core/session.ts'
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

/** A connector that is on the page: of one namespace, where a wallet of several is asked for one. @throws KitError connectorNotFound */
export function connectorOf(kit: Kit, connectorId: string, namespace?: Namespace): Connector {
  const connector = kit.getState().connectors.find((one) => one.id === connectorId && (!namespace || one.namespace === namespace))
  if (!connector) throw kitError('connectorNotFound', { connectorId })
  return connector
}

/** The namespace in which a connector is connected, if any. */
export function namespaceConnectedTo(kit: Kit, connectorId: string): Namespace | undefined {
  const { sessions } = kit.getState()
  const isHolder = ({ namespace }: ChainAdapter) => connectionsOf(sessions[namespace] ?? disconnected).some((one) => one.connectorId === connectorId)
  return kit.context.adapters.find(isHolder)?.namespace
}

/** Keeps the wallet among the recent ones: at most two (spec section 9). */
export function rememberRecent(kit: Kit, wallet: Wallet): void {
  const { storage } = kit.context
  const recent = storage.get('recent-wallets')?.filter(({ id }) => id !== wallet.id) ?? []
  storage.set('recent-wallets', [wallet, ...recent].slice(0, counts.recentWallets))
}
