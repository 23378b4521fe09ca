import type { Namespace } from '@latchkey/protocol/namespace'
import * as times from '@latchkey/protocol/times'
import type { ConnectorSource, Link } from '../core/contracts/connectorSource.ts'
import { kitError } from '../core/errors/errors.ts'
import type { Kit } from '../core/kit/kit.ts'
import { connectionsOf, connectorIdOf, disconnected } from '../core/accounts/session.ts'
import type { Connection } from '../core/accounts/session.ts'
import { withLimit } from '../core/errors/withLimit.ts'
import { linkOf, takeLinks } from './links.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Reconnects one wallet without a prompt, within 10 s. Undefined when the wallet no longer permits
 * this site, is connected already, or is connected by another connector. Null when it failed or did
 * not answer: then the connection may still exist.
 */
export async function silentReconnect(
  kit: Kit,
  namespace: Namespace,
  connectorId: string,
  signal?: AbortSignal,
): Promise<Connection | undefined | null> {
  if (linkOf(kit, namespace, connectorId)) return undefined
  try {
    const links = await restore(kit, namespace, connectorId, signal)
    if (!links.some((link) => link.namespace === namespace)) return undefined
    return connectionsOf(kit.getState().sessions[namespace] ?? disconnected).find(
      (connection) => connection.connectorId === connectorId,
    )
  } catch {
    return null // not reported, because the visitor did not request the reconnection
  }
}

/**
 * Restores one connection. A call while the same connection is being restored gets the same
 * promise, because every namespace and every change of a tab may request it.
 */
function restore(
  kit: Kit,
  namespace: Namespace,
  connectorId: string,
  signal: AbortSignal | undefined,
): Promise<readonly Link[]> {
  const { restoring } = contextOf(kit).links
  const source = sourceOf(kit, { connectorId, namespace })
  const key = source.hasManyWallets ? connectorId : `${namespace} ${connectorId}`
  const known = restoring.get(key)
  if (known) return known
  const end = () => {
    if (restoring.get(key) === attempt) restoring.delete(key)
  }
  const task = async (limited: AbortSignal) => {
    const links = await source.restore({ connectorId, namespace, signal: limited })
    const fresh = limited.aborted ? [] : links.filter((link) => !isHeld(kit, link))
    for (const link of links)
      if (!fresh.includes(link) && linkOf(kit, link.namespace, link.connectorId) !== link)
        link.close()
    takeLinks(kit, fresh)
    return fresh
  }
  const attempt: Promise<readonly Link[]> = withLimit(task, {
    ms: times.reconnect,
    clock: contextOf(kit).clock,
    signal,
    onTimeout: () => kitError('walletTimeout'),
  }).finally(end)
  restoring.set(key, attempt)
  signal?.addEventListener('abort', end, { once: true })
  return attempt
}

/**
 * The source of a connector, found by the connector's id, or by the id of a connection that it
 * made.
 * @throws KitError connectorNotFound if the source has been removed
 */
function sourceOf(
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
 * Whether the kit has this connection already, or another connector has connected the same
 * provider.
 */
function isHeld(kit: Kit, link: Link): boolean {
  return [...contextOf(kit).links.all.values()].some(
    ({ link: existing }) =>
      existing.namespace === link.namespace &&
      (existing.connectorId === link.connectorId || existing.provider === link.provider),
  )
}
