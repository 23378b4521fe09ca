import * as times from '@latchkey/protocol/times'
import type { ChainAdapter } from '../core/contracts/adapter.ts'
import { kitError } from '../core/errors/errors.ts'
import type { Kit } from '../core/kit/kit.ts'
import { connectionsOf, connectorIdOf, disconnected } from '../core/accounts/session.ts'
import type { Connection } from '../core/accounts/session.ts'
import { withLimit } from '../core/errors/withLimit.ts'
import { forgetAccount } from './forgetAccount.ts'
import { setCurrent } from './links.ts'
import { dispatch } from './dispatch.ts'
import { silentReconnect } from './silentReconnect.ts'
import { readShared, rememberStatus, unshare } from './sharedConnections.ts'
import { contextOf } from '../core/kit/context.ts'
import { perKit } from '../core/kit/perKit.ts'

const reconnecting = perKit(() => ({ isRunning: false }))

/**
 * Restores the connections of an earlier visit, without a prompt: the most recent connector first,
 * then other connectors that were connected, then the rest. The first wallet in this order that
 * connects becomes the current one.
 *
 * A wallet that does not answer delays no other wallet: the others all get their requests when the
 * most recent one has answered, or after 250 ms. Only one run at a time: a second call returns an
 * empty list. See docs/contracts/product.md#reconnecting.
 */
export async function reconnect(
  kit: Kit,
  { signal }: { signal?: AbortSignal } = {},
): Promise<readonly Connection[]> {
  const task = reconnecting(kit)
  if (task.isRunning) return []
  task.isRunning = true
  try {
    const recent = contextOf(kit).storage.get('recent-connector')
    const found = (
      await Promise.all(
        contextOf(kit).adapters.map((adapter) =>
          new NamespaceReconnect(kit, adapter, recent, signal).run(),
        ),
      )
    ).flat()
    if (signal?.aborted) return found
    if (readShared(kit).missed || !isKnown(kit, recent))
      await import('./missedVisits.lazy.ts').then(
        ({ countMissedVisit }) => countMissedVisit(kit, recent),
        () => {},
      ) // if the code does not load, a later visit counts
    // if the recent wallet never appeared on this page, its connection may still exist, so the
    // stored status stays
    if (found.length > 0 || isKnown(kit, recent)) rememberStatus(kit)
    // a wallet that did not answer is still in the shared data, and then the account is not
    // forgotten
    if (Object.values(readShared(kit).sessions).every(({ connectors }) => connectors.length === 0))
      forgetAccount(kit)
    return found
  } finally {
    task.isRunning = false
  }
}

/** Reconnects the wallets of one namespace. */
class NamespaceReconnect {
  readonly #kit: Kit
  readonly #adapter: ChainAdapter
  readonly #recent: string | undefined
  readonly #signal: AbortSignal | undefined
  /** The ids of the connections of this visit and of the earlier one. */
  #before: readonly string[] = []
  readonly #requestedIds = new Set<string>()
  readonly #refused: string[] = []

  constructor(kit: Kit, adapter: ChainAdapter, recent: string | undefined, signal?: AbortSignal) {
    this.#kit = kit
    this.#adapter = adapter
    this.#recent = recent
    this.#signal = signal
  }

  async run(): Promise<readonly Connection[]> {
    const kit = this.#kit
    const { namespace } = this.#adapter
    const { clock, sources } = contextOf(kit)
    dispatch(kit, namespace, { type: 'reconnectStarted' })
    // some sources find their wallets only after this code has loaded
    for (const source of sources.all()) if (source.namespaces.includes(namespace)) source.prepare()
    this.#before = [
      ...this.#connectedIds(),
      ...(readShared(kit).sessions[namespace]?.connectors ?? []),
    ]
    const first = this.#reconnectFirst()
    await withLimit(() => first, {
      ms: times.reconnectLead,
      clock,
      signal: this.#signal,
      onTimeout,
    }).catch(() => {}) // awaited below
    // the second call is for the wallets that announced themselves while the first one waited
    const found = (
      await Promise.all([first, this.#reconnectOthers(), first.then(() => this.#reconnectOthers())])
    ).flat()
    dispatch(kit, namespace, { type: 'reconnectEnded' })
    const connectedIds = this.#connectedIds()
    unshare(
      kit,
      namespace,
      this.#refused.filter((id) => !connectedIds.includes(id)),
    )
    return found
  }

  async #reconnectFirst(): Promise<readonly Connection[]> {
    await awaitAnnouncement(this.#kit, this.#recent, this.#signal)
    const [firstId] = this.#order()
    return firstId !== undefined && (this.#recent === undefined || firstId === this.#recent)
      ? this.#reconnectSilently(firstId)
      : []
  }

  /**
   * Reconnects all connectors that are known now, except the most recent one: `#reconnectFirst`
   * does that.
   */
  async #reconnectOthers(): Promise<readonly Connection[]> {
    const others = this.#order().filter((id) => id !== this.#recent && !this.#requestedIds.has(id))
    return (await Promise.all(others.map((id) => this.#reconnectSilently(id)))).flat()
  }

  async #reconnectSilently(connectorId: string): Promise<readonly Connection[]> {
    const kit = this.#kit
    const { namespace } = this.#adapter
    this.#requestedIds.add(connectorId)
    const answer = await silentReconnect(kit, namespace, connectorId, this.#signal)
    if (answer === undefined) this.#refused.push(connectorId)
    if (!answer) return []
    const connectedIds = this.#connectedIds()
    const first = this.#order().find((id) => connectedIds.includes(id))
    // the visitor may have chosen another wallet meanwhile
    const isSameChoice = contextOf(kit).storage.get('recent-connector') === this.#recent
    if (first && first !== connectedIds[0] && isSameChoice) setCurrent(kit, namespace, first)
    return [answer]
  }

  /**
   * The ids to reconnect, in this order. They include second and further phones, which the kit's
   * list of connectors lacks.
   */
  #order(): readonly string[] {
    const connectorIds = this.#kit
      .getState()
      .connectors.filter(({ namespace }) => namespace === this.#adapter.namespace)
      .map(({ id }) => id)
    const additionalIds = [...new Set(this.#before)].filter(
      (id) => !connectorIds.includes(id) && connectorIds.includes(connectorIdOf(id)),
    )
    const rank = (id: string) => (id === this.#recent ? 0 : this.#before.includes(id) ? 1 : 2)
    return [...connectorIds, ...additionalIds].sort((a, b) => rank(a) - rank(b))
  }

  #connectedIds(): readonly string[] {
    const session = this.#kit.getState().sessions[this.#adapter.namespace] ?? disconnected
    return connectionsOf(session).map(({ connectorId }) => connectorId)
  }
}

const onTimeout = () => kitError('walletTimeout')

function isKnown(kit: Kit, connectorId: string | undefined): boolean {
  return (
    connectorId === undefined ||
    kit.getState().connectors.some(({ id }) => id === connectorIdOf(connectorId))
  )
}

/**
 * Waits until the wallet of the earlier visit has announced itself, because this takes time on a
 * slow computer.
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
  // after the time limit, the other wallets are restored without this one
  await withLimit(appeared, { ms: times.maxAnnouncementWait, clock, signal, onTimeout }).catch(
    () => {},
  )
  unsubscribe()
}
