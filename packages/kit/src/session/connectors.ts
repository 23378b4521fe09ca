import type { Namespace } from '@latchkey/protocol/namespace'
import type { Connector } from '../core/contracts/connectorSource.ts'
import { kitError } from '../core/errors/errors.ts'
import type { Kit } from '../core/kit/kit.ts'
import { connectionsOf, connectorIdOf, disconnected } from '../core/accounts/session.ts'
import { contextOf } from '../core/kit/context.ts'

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
 * The namespace in which a connector is connected, if any. If there are several: the requested
 * namespace, else the active one.
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
