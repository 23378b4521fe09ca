import type { Namespace } from '@latchkey/protocol/namespace'
import * as times from '@latchkey/protocol/times'
import type { Connector, ConnectorSource } from '../core/contracts/connectorSource.ts'
import { connectorIdOf } from '../core/accounts/connectorId.ts'
import { kitError } from '../core/errors/errors.ts'
import { withLimit } from '../core/errors/withLimit.ts'
import type { Kit } from '../core/kit/kit.ts'
import { connectionsOf, disconnected } from '../core/accounts/session.ts'
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
 * Finds a connector. If the kit has not started, it waits up to 3 s for the connector: a site may
 * call `connect` in an effect of its first render, but `KitProvider` starts the kit only after the
 * page's first paint.
 * @throws KitError connectorNotFound, requestAborted
 */
export async function awaitConnector(
  kit: Kit,
  connectorId: string,
  { namespace, signal }: { namespace?: Namespace; signal?: AbortSignal },
): Promise<Connector> {
  const isFound = () => findConnector(kit, connectorId, namespace) !== undefined
  if (!contextOf(kit).life && !isFound()) {
    let unsubscribe = () => {}
    const appeared = () =>
      new Promise<void>((resolve) => (unsubscribe = kit.subscribe(() => isFound() && resolve())))
    await withLimit(appeared, {
      ms: times.maxAnnouncementWait,
      clock: contextOf(kit).clock,
      signal,
      onTimeout: () => kitError('connectorNotFound', { connectorId }),
    }).finally(() => unsubscribe())
  }
  return connectorOf(kit, connectorId, namespace)
}

/**
 * The source of a connector, found by the connector's id, or by the id of a connection that it
 * made.
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
