import type { Namespace } from '@latchkey/protocol/namespace'
import * as times from '@latchkey/protocol/times'
import { connectorIdOf } from '../core/connectorId.ts'
import { KitError } from '../core/KitError.ts'
import { kitError } from '../core/errors.ts'
import type { DisconnectParameters, Kit } from '../core/kit.ts'
import { linkOf } from '../core/linkOf.ts'
import { connectionsOf } from '../core/session.ts'
import { activeSession } from '../core/state.ts'
import { track } from '../core/track.ts'
import { withLimit } from '../core/withLimit.ts'
import { forgetAccount } from './forgetAccount.ts'
import { dropLink } from './links.ts'
import { toldToGo } from './noteLeaving.ts'
import { namespaceConnectedTo } from './sessions.ts'
import { shareConnections } from './shareConnections.ts'
import { readShared, rememberStatus, unshare } from './sharedConnections.ts'

type Farewell = { namespace: Namespace; connectorId: string }

/**
 * Forgets the current wallet, the named one, or all of them; then tells the wallets, for ten
 * seconds at the most. A second call is no error.
 * @throws KitError disconnectFailed when a wallet could not be reached (spec section 4);
 *   requestAborted. The kit forgets the wallets all the same
 */
export async function disconnect(
  kit: Kit,
  { signal, ...which }: DisconnectParameters = {},
): Promise<void> {
  if (signal?.aborted) throw kitError('requestAborted', { cause: signal.reason })
  shareConnections(kit)
  const leaving = farewells(kit, which)
  // first, so that the visitor does not seem disconnected for a moment
  goWhereSomebodyIs(kit, leaving)
  const told = await Promise.allSettled(leaving.map((one) => leave(kit, one, signal)))
  const known = new Set(kit.getState().connectors.map(({ id }) => id))
  if (which.all)
    for (const { namespace } of kit.context.adapters)
      unshare(
        kit,
        namespace,
        readShared(kit).sessions[namespace]?.connectors.filter((id) =>
          known.has(connectorIdOf(id)),
        ) ?? [],
      )
  rememberStatus(kit)
  goWhereSomebodyIs(kit)
  forgetAccount(kit)
  const failed = told.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/**
 * The connections to end; the current one last, so that none of the others replaces it for a
 * moment.
 */
function farewells(
  kit: Kit,
  { connectorId, namespace: wanted, all }: Omit<DisconnectParameters, 'signal'>,
): readonly Farewell[] {
  const { sessions, namespace } = kit.getState()
  if (all)
    return kit.context.adapters.flatMap((adapter) =>
      [...connectionsOf(activeSession({ sessions, namespace: adapter.namespace }))]
        .reverse()
        .map((one) => ({ namespace: adapter.namespace, connectorId: one.connectorId })),
    )
  const [current] = connectionsOf(activeSession({ sessions, namespace }))
  const id = connectorId ?? current?.connectorId
  const holder = id === undefined ? undefined : namespaceConnectedTo(kit, id, wanted)
  return id !== undefined && holder ? [{ namespace: holder, connectorId: id }] : []
}

async function leave(
  kit: Kit,
  { namespace, connectorId }: Farewell,
  signal: AbortSignal | undefined,
): Promise<void> {
  const link = linkOf(kit, namespace, connectorId)
  if (!link) return
  const { leaving } = kit.context.links
  const id = connectorIdOf(connectorId)
  toldToGo(kit).add(connectorId)
  try {
    dropLink(kit, link) // first, so that the page is right even if the wallet never answers
    const farewell = withLimit(async () => link.disconnect(), {
      ms: times.disconnect,
      clock: kit.context.clock,
      signal,
      onTimeout: () => kitError('walletTimeout'),
    })
    const over = farewell
      .catch(() => {})
      .finally(() => leaving.get(id) === over && leaving.delete(id)) // its failure is handled below
    leaving.set(id, over)
    await farewell
    track(kit, { name: 'disconnectSuccess', namespace })
  } catch (cause) {
    track(kit, { name: 'disconnectFailed', namespace })
    throw KitError.is(cause, 'disconnectFailed') || KitError.is(cause, 'requestAborted')
      ? cause
      : kitError('disconnectFailed', { cause })
  } finally {
    toldToGo(kit).delete(connectorId)
  }
}

/**
 * Makes another namespace the active one when the active one has no connection left, or will have
 * none, and the other has one.
 */
function goWhereSomebodyIs(kit: Kit, leaving: readonly Farewell[] = []): void {
  const { sessions, namespace } = kit.getState()
  const isLeaving = (one: Farewell) =>
    leaving.some(
      (other) => other.namespace === one.namespace && other.connectorId === one.connectorId,
    )
  const isThere = (one: Namespace) =>
    connectionsOf(activeSession({ sessions, namespace: one })).some(
      ({ connectorId }) => !isLeaving({ namespace: one, connectorId }),
    )
  const other = kit.context.adapters.find((adapter) => isThere(adapter.namespace))
  if (other && !isThere(namespace)) kit.store.setState({ namespace: other.namespace })
}
