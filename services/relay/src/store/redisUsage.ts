import type { ClientId } from './mailboxStore.ts'
import type { RedisLink } from './redisLink.ts'
import { bucketOf, bytesOf, type Held, subscriptionBytes } from './storeUsage.ts'

type Kind = 'm' | 'b' | 's'
/** An amount to add or subtract, which counts until `end`. */
type Change = { kind: Kind; end: number; count: number }

/**
 * Max accounts whose sums are cached, and for how many milliseconds, because other nodes change
 * them, too.
 */
const max = 20_000
const fresh = 2_000
/** Milliseconds for which a count stays stored after its last bucket. */
const margin = '60000'

/**
 * The usage of every client and every address, counted by all nodes together. A node decides by the
 * sums of its last answer, so several nodes together may admit a little more.
 */
export class RedisUsage {
  readonly #link: RedisLink
  readonly #known = new Map<string, { held: Held; at: number }>()
  /**
   * Pending reads. Simultaneous requests share one answer, and continue in the order in which they
   * arrived.
   */
  readonly #pending = new Map<string, Promise<Held>>()

  constructor(link: RedisLink) {
    this.#link = link
  }

  async held(owner: string): Promise<Held> {
    const found = this.#known.get(owner)
    return found && performance.now() - found.at < fresh ? found.held : this.#fetchHeld(owner)
  }

  /**
   * Counts a message for these names, or stops counting it. @param life from when and until when it
   * is stored, in milliseconds since 1970
   */
  async message(
    names: readonly string[],
    by: 1 | -1,
    data: string,
    { from, until }: { from: number; until: number },
  ): Promise<void> {
    const end = bucketOf.message(from, until)
    await Promise.all(
      names.filter(Boolean).map((owner) =>
        this.#change(owner, [
          { kind: 'm', end, count: by },
          { kind: 'b', end, count: by * bytesOf(data) },
        ]),
      ),
    )
  }

  /** Counts new subscriptions of a holder, and stops counting those of the removed rows. */
  async subscriptions(
    client: ClientId,
    more: { end: number; holder: string; count: number } | undefined,
    rows: readonly string[],
  ): Promise<void> {
    const changes = new Map<string, Map<number, number>>()
    const add = (holder: string, end: number, count: number) => {
      for (const owner of [client, holder].filter(Boolean)) {
        const ends = changes.get(owner) ?? new Map<number, number>()
        ends.set(bucketOf.subscription(end), (ends.get(bucketOf.subscription(end)) ?? 0) + count)
        changes.set(owner, ends)
      }
    }
    if (more) add(more.holder, more.end, more.count)
    for (const row of rows) {
      const [end, holder = ''] = row.split(' ')
      if (Number.isFinite(Number(end))) add(holder, Number(end), -1)
    }
    const real = [...changes].map(([owner, ends]) => ({
      owner,
      list: [...ends]
        .filter(([, count]) => count !== 0)
        .map(([end, count]): Change => ({ kind: 's', end, count })),
    }))
    await Promise.all(
      real
        .filter(({ list }) => list.length > 0)
        .map(({ owner, list }) => this.#change(owner, list)),
    )
  }

  #fetchHeld(owner: string): Promise<Held> {
    const request =
      this.#pending.get(owner) ?? this.#change(owner, []).finally(() => this.#pending.delete(owner))
    this.#pending.set(owner, request)
    return request
  }

  async #change(owner: string, changes: readonly Change[]): Promise<Held> {
    const args = changes.flatMap(({ kind, end, count }) => [kind, String(end), String(count)])
    const answer = await this.#link.run('count', [`lk:{${owner}}:use`], [margin, ...args])
    const [messages = 0, bytes = 0, subscriptions = 0] = Array.isArray(answer)
      ? answer.map(Number)
      : []
    const held = { messages, bytes: bytes + subscriptions * subscriptionBytes, subscriptions }
    this.#known.delete(owner)
    this.#known.set(owner, { held, at: performance.now() })
    const [oldest] = this.#known.size > max ? this.#known.keys() : []
    if (oldest !== undefined) this.#known.delete(oldest)
    return held
  }
}
