import type { Namespace } from '@latchkey/protocol/namespace'
import * as counts from '@latchkey/protocol/counts'
import type { Connector, ConnectorSource } from '../core/contracts/connectorSource.ts'
import { connectorIdOf } from '../core/accounts/connectorId.ts'
import { kitError } from '../core/errors/errors.ts'
import type { Kit } from '../core/kit/kit.ts'
import { connectionsOf, disconnected, reduceSession } from '../core/accounts/session.ts'
import type { SessionEvent } from '../core/accounts/session.ts'
import type { Wallet } from '../core/contracts/wallet.ts'
import { contextOf } from '../core/kit/context.ts'

/** Applies an event to the session of a namespace. */
export function dispatch(kit: Kit, namespace: Namespace, event: SessionEvent): void {
  kit.store.setState(({ sessions }) => ({
    sessions: {
      ...sessions,
      [namespace]: reduceSession(sessions[namespace] ?? disconnected, event),
    },
  }))
}

/**
 * Finds a connector on the page; undefined if there is none. A wallet may have connectors in
 * several namespaces: `namespace` selects one of them.
 */
export function findConnector(
  kit: Kit,
  connectorId: string,
  namespace?: Namespace,
): Connector | undefined {
  return kit
    .getState()
    .connectors.find(
      (connector) =>
        connector.id === connectorIdOf(connectorId) &&
        (!namespace || connector.namespace === namespace),
    )
}

/**
 * A connector on the page.
 * @throws KitError connectorNotFound
 */
export function connectorOf(kit: Kit, connectorId: string, namespace?: Namespace): Connector {
  const connector = findConnector(kit, connectorId, namespace)
  if (!connector) throw kitError('connectorNotFound', { connectorId })
  return connector
}

/**
 * The source of a connector, found by the connector's id or by the id of a connection to it.
 * @throws KitError connectorNotFound if the source has been removed
 */
export function sourceOf(
  kit: Kit,
  { connectorId, namespace }: { connectorId: string; namespace: Namespace },
): ConnectorSource {
  const { sources } = contextOf(kit)
  const connector = { id: connectorIdOf(connectorId), namespace }
  const source = connector.id === connectorId ? sources.of(connector) : sources.ofMany(connector)
  if (!source) throw kitError('connectorNotFound', { connectorId })
  return source
}

/**
 * The namespace in which a connector is connected, if any. Of several: the requested one, else the
 * active one.
 */
export function namespaceConnectedTo(
  kit: Kit,
  connectorId: string,
  preferred?: Namespace,
): Namespace | undefined {
  const { sessions, namespace } = kit.getState()
  const isHolder = (namespace: Namespace) =>
    connectionsOf(sessions[namespace] ?? disconnected).some(
      (connection) => connection.connectorId === connectorId,
    )
  if (preferred) return isHolder(preferred) ? preferred : undefined
  return isHolder(namespace)
    ? namespace
    : contextOf(kit).adapters.find((adapter) => isHolder(adapter.namespace))?.namespace
}

/** Adds the wallet to the recent ones, at most two. */
export function rememberRecent(kit: Kit, wallet: Wallet): void {
  const { storage } = contextOf(kit)
  const recent = storage.get('recent-wallets')?.filter(({ id }) => id !== wallet.id) ?? []
  storage.set('recent-wallets', [wallet, ...recent].slice(0, counts.recentWallets))
}
