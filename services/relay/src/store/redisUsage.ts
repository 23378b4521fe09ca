import type { RedisLink } from './redisLink.ts'
import { bucketOf, bytesOf, type Held, subscriptionBytes } from './storeUsage.ts'
import type { ClientId } from '../auth/didKey.ts'

type Kind = 'm' | 'b' | 's'
/** A number to add, which may be negative. It counts until `end`. */
type Change = { kind: Kind; end: number; count: number }

/**
 * Maximum of accounts whose sums are cached, and for how many milliseconds. The time is short,
 * because other relay processes change the sums, too.
 */
const max = 20_000
const fresh = 2_000
/** Milliseconds for which counts are stored after the end of their last bucket. */
const margin = '60000'

/**
 * Counts what every client and every address uses at all relay processes together. A process
 * decides with the sums that it has last got from Redis, so several processes together may admit a
 * little more than the limit.
 */
export class RedisUsage {
  readonly #link: RedisLink
  readonly #known = new Map<string, { held: Held; at: number }>()
  /**
   * Pending reads. Concurrent requests share one answer, and continue in the order in which they
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
   * Counts a message, or stops counting it.
   * @param names the client and the holder for which it counts
   * @param life from when until when it is stored, in milliseconds since 1970
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

  /**
   * Counts new subscriptions of a client and a holder, and stops counting the subscriptions of
   * removed rows.
   */
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
