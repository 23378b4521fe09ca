import type { Namespace } from '@latchkey/protocol/namespace'
import * as times from '@latchkey/protocol/times'
import { KitError } from '../core/errors/KitError.ts'
import { kitError } from '../core/errors/errors.ts'
import type { DisconnectParameters, Kit } from '../core/kit/kit.ts'
import { connectionsOf, connectorIdOf } from '../core/accounts/session.ts'
import { activeSession } from '../core/kit/state.ts'
import { withLimit } from '../core/errors/withLimit.ts'
import { forgetAccount } from './forgetAccount.ts'
import { namespaceConnectedTo } from './connectors.ts'
import { dispatch } from './dispatch.ts'
import { dropLink, linkOf } from './links.ts'
import { beingDisconnected } from './recordWalletChange.ts'
import { readShared, rememberStatus, unshare } from './sharedConnections.ts'
import { contextOf } from '../core/kit/context.ts'

type EndingConnection = { namespace: Namespace; connectorId: string }

/**
 * Removes the connection of the current wallet, of the named one, or all connections. Then it
 * notifies the wallets, for up to 10 s. A second call is no error.
 * @throws KitError disconnectFailed when a wallet could not be reached; requestAborted. The
 *   connections are removed nevertheless
 */
export async function disconnect(
  kit: Kit,
  { signal, ...chosen }: DisconnectParameters = {},
): Promise<void> {
  if (signal?.aborted) throw kitError('requestAborted', { cause: signal.reason })
  const disconnecting = connectionsToEnd(kit, chosen)
  // before the connections end, so that the visitor never seems disconnected in between
  activateConnectedNamespace(kit, disconnecting)
  const results = await Promise.allSettled(
    disconnecting.map((connection) => endConnection(kit, connection, signal)),
  )
  const known = new Set(kit.getState().connectors.map(({ id }) => id))
  if (chosen.all)
    for (const { namespace } of contextOf(kit).adapters)
      unshare(
        kit,
        namespace,
        readShared(kit).sessions[namespace]?.connectors.filter((id) =>
          known.has(connectorIdOf(id)),
        ) ?? [],
      )
  rememberStatus(kit)
  activateConnectedNamespace(kit)
  forgetAccount(kit)
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/**
 * The connections to end. The current connection is last, so that no other connection becomes the
 * current one in between.
 */
function connectionsToEnd(
  kit: Kit,
  { connectorId, namespace: chosenNamespace, all }: Omit<DisconnectParameters, 'signal'>,
): readonly EndingConnection[] {
  const { sessions, namespace } = kit.getState()
  if (all)
    return contextOf(kit).adapters.flatMap((adapter) =>
      [...connectionsOf(activeSession({ sessions, namespace: adapter.namespace }))]
        .reverse()
        .map((connection) => ({
          namespace: adapter.namespace,
          connectorId: connection.connectorId,
        })),
    )
  const [current] = connectionsOf(activeSession({ sessions, namespace }))
  const id = connectorId ?? current?.connectorId
  const connectedNamespace =
    id === undefined ? undefined : namespaceConnectedTo(kit, id, chosenNamespace)
  return id !== undefined && connectedNamespace
    ? [{ namespace: connectedNamespace, connectorId: id }]
    : []
}

async function endConnection(
  kit: Kit,
  { namespace, connectorId }: EndingConnection,
  signal: AbortSignal | undefined,
): Promise<void> {
  const link = linkOf(kit, namespace, connectorId)
  if (!link) return
  const { disconnecting } = contextOf(kit).links
  const id = connectorIdOf(connectorId)
  beingDisconnected(kit).add(connectorId)
  try {
    dropLink(kit, link) // first, so that the page is right even if the wallet never answers
    const ending = withLimit(async () => link.disconnect(), {
      ms: times.disconnect,
      clock: contextOf(kit).clock,
      signal,
      onTimeout: () => kitError('walletTimeout'),
    })
    const settled = ending
      .catch(() => {})
      .finally(() => disconnecting.get(id) === settled && disconnecting.delete(id)) // awaited below
    disconnecting.set(id, settled)
    await ending
    dispatch(kit, namespace, { type: 'disconnected' })
  } catch (cause) {
    dispatch(kit, namespace, { type: 'disconnectFailed' })
    throw KitError.is(cause, 'disconnectFailed') || KitError.is(cause, 'requestAborted')
      ? cause
      : kitError('disconnectFailed', { cause })
  } finally {
    beingDisconnected(kit).delete(connectorId)
  }
}

/**
 * If the active namespace has no connection, or loses its last one to this disconnect, makes a
 * namespace that still has a connection the active one.
 */
function activateConnectedNamespace(
  kit: Kit,
  disconnecting: readonly EndingConnection[] = [],
): void {
  const { sessions, namespace } = kit.getState()
  const isLeaving = (connection: EndingConnection) =>
    disconnecting.some(
      (ending) =>
        ending.namespace === connection.namespace && ending.connectorId === connection.connectorId,
    )
  const hasConnection = (candidate: Namespace) =>
    connectionsOf(activeSession({ sessions, namespace: candidate })).some(
      ({ connectorId }) => !isLeaving({ namespace: candidate, connectorId }),
    )
  const connected = contextOf(kit).adapters.find((adapter) => hasConnection(adapter.namespace))
  if (connected && !hasConnection(namespace)) kit.store.setState({ namespace: connected.namespace })
}
