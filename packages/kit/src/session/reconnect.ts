import * as times from '@latchkey/protocol/times'
import type { ChainAdapter } from '../core/contracts/adapter.ts'
import { connectorIdOf } from '../core/accounts/connectorId.ts'
import { kitError } from '../core/errors/errors.ts'
import type { Kit } from '../core/kit/kit.ts'
import { perKit } from '../core/kit/perKit.ts'
import { connectionsOf, disconnected } from '../core/accounts/session.ts'
import type { Connection } from '../core/accounts/session.ts'
import { withLimit } from '../core/errors/withLimit.ts'
import { forgetAccount } from './forgetAccount.ts'
import { setCurrent } from './links.ts'
import { resumeTransactions } from './resumeTransactions.ts'
import { dispatch } from './sessions.ts'
import { shareConnections } from './shareConnections.ts'
import { silentReconnect } from './silentReconnect.ts'
import { readShared, rememberStatus, unshare } from './sharedConnections.ts'
import { contextOf } from '../core/kit/context.ts'

const reconnecting = perKit(() => ({ isRunning: false }))

/**
 * Restores the connections of an earlier visit, without a prompt: the most recent connector first,
 * then those with connections, then the rest. The first one in this order that connects becomes the
 * current one.
 *
 * A hanging wallet delays no other one: the others get their requests, all at once, when the most
 * recent one has answered, or after 250 ms. One run at a time: a second call returns an empty list.
 * See docs/contracts/product.md#reconnecting.
 */
export async function reconnect(
  kit: Kit,
  { signal }: { signal?: AbortSignal } = {},
): Promise<readonly Connection[]> {
  const task = reconnecting(kit)
  if (task.isRunning) return []
  task.isRunning = true
  shareConnections(kit)
  resumeTransactions(kit)
  try {
    const recent = contextOf(kit).storage.get('recent-connector')
    const found = (
      await Promise.all(
        contextOf(kit).adapters.map((adapter) => reconnectNamespace(kit, adapter, recent, signal)),
      )
    ).flat()
    if (signal?.aborted) return found
    if (readShared(kit).missed || !isKnown(kit, recent))
      await import('./missedVisits/missedVisits.lazy.ts').then(
        ({ countMissedVisit }) => countMissedVisit(kit, recent),
        () => {},
      ) // a later visit counts it
    // a page on which the recent wallet never appeared can't know that it is disconnected
    if (found.length > 0 || isKnown(kit, recent)) rememberStatus(kit)
    // a wallet that did not answer is still among those that the tabs share
    if (Object.values(readShared(kit).sessions).every(({ connectors }) => connectors.length === 0))
      forgetAccount(kit)
    return found
  } finally {
    task.isRunning = false
  }
}

async function reconnectNamespace(
  kit: Kit,
  adapter: ChainAdapter,
  recent: string | undefined,
  signal?: AbortSignal,
): Promise<readonly Connection[]> {
  const { namespace } = adapter
  const { clock, storage } = contextOf(kit)
  const refused: string[] = []
  const requestedIds = new Set<string>()
  dispatch(kit, namespace, { type: 'reconnectStarted' })
  // some wallets are known only after this code has loaded
  for (const source of contextOf(kit).sources.all())
    if (source.namespaces.includes(namespace)) source.prepare()
  const before = [
    ...connectedIn(kit, adapter),
    ...(readShared(kit).sessions[namespace]?.connectors ?? []),
  ]
  const order = () => orderOf(kit, adapter, { recent, before })

  async function reconnectSilently(connectorId: string): Promise<readonly Connection[]> {
    requestedIds.add(connectorId)
    const answer = await silentReconnect(kit, namespace, connectorId, signal)
    if (answer === undefined) refused.push(connectorId)
    if (!answer) return []
    const connectedIds = connectedIn(kit, adapter)
    const first = order().find((id) => connectedIds.includes(id))
    // the visitor may have chosen another wallet meanwhile
    if (first && first !== connectedIds[0] && storage.get('recent-connector') === recent)
      setCurrent(kit, namespace, first)
    return [answer]
  }

  async function reconnectFirst(): Promise<readonly Connection[]> {
    await awaitAnnouncement(kit, recent, signal)
    const [firstId] = order()
    return firstId !== undefined && (recent === undefined || firstId === recent)
      ? reconnectSilently(firstId)
      : []
  }
  /** Reconnects all connectors that are known now, except the most recent one, which is first. */
  const reconnectOthers = async () =>
    (
      await Promise.all(
        order()
          .filter((id) => id !== recent && !requestedIds.has(id))
          .map(reconnectSilently),
      )
    ).flat()

  const firstReconnect = reconnectFirst()
  await withLimit(() => firstReconnect, {
    ms: times.reconnectLead,
    clock,
    signal,
    onTimeout,
  }).catch(() => {}) // awaited below
  // the second call is for the wallets that announced themselves while the first one waited
  const found = (
    await Promise.all([firstReconnect, reconnectOthers(), firstReconnect.then(reconnectOthers)])
  ).flat()
  dispatch(kit, namespace, { type: 'reconnectEnded' })
  const connectedIds = connectedIn(kit, adapter)
  unshare(
    kit,
    namespace,
    refused.filter((id) => !connectedIds.includes(id)),
  )
  return found
}

const onTimeout = () => kitError('walletTimeout')

function isKnown(kit: Kit, connectorId: string | undefined): boolean {
  return (
    connectorId === undefined ||
    kit.getState().connectors.some(({ id }) => id === connectorIdOf(connectorId))
  )
}

/**
 * Waits until the wallet of the earlier visit has announced itself, which takes time on a slow
 * computer.
 */
async function awaitAnnouncement(
  kit: Kit,
  connectorId: string | undefined,
  signal?: AbortSignal,
): Promise<void> {
  if (isKnown(kit, connectorId)) return
  const { clock } = contextOf(kit)
  let unsubscribe = () => {}
  const appeared = () =>
    new Promise<void>(
      (resolve) => (unsubscribe = kit.subscribe(() => isKnown(kit, connectorId) && resolve())),
    )
  // the others are restored without it
  await withLimit(appeared, { ms: times.maxAnnouncementWait, clock, signal, onTimeout }).catch(
    () => {},
  )
  unsubscribe()
}

/**
 * Sorts the connectors for reconnecting. `before` are the connections of this visit and of the
 * earlier one. Further phones are among them, which are not in the list of connectors.
 */
function orderOf(
  kit: Kit,
  adapter: ChainAdapter,
  { recent, before }: { recent: string | undefined; before: readonly string[] },
): readonly string[] {
  const connectorIds = kit
    .getState()
    .connectors.filter(({ namespace }) => namespace === adapter.namespace)
    .map(({ id }) => id)
  const additionalIds = [...new Set(before)].filter(
    (id) => !connectorIds.includes(id) && connectorIds.includes(connectorIdOf(id)),
  )
  const rank = (id: string) => (id === recent ? 0 : before.includes(id) ? 1 : 2)
  return [...connectorIds, ...additionalIds].sort((a, b) => rank(a) - rank(b))
}

function connectedIn(kit: Kit, { namespace }: ChainAdapter): readonly string[] {
  return connectionsOf(kit.getState().sessions[namespace] ?? disconnected).map(
    ({ connectorId }) => connectorId,
  )
}
