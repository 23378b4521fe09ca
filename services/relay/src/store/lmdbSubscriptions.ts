import { limits } from '../limits.ts'
import type { Slices } from './createSlices.ts'
import { createChanging } from './lmdbChanging.ts'
import { readSubscriptionRow } from './lmdbRows.ts'
import { afterAll, minuteAfter, type SubscriptionRow, type Tables } from './lmdbTables.ts'
import type { createTopics } from './lmdbTopics.ts'
import type { LmdbUsage } from './lmdbUsage.ts'
import type { Writer } from './lmdbWriter.ts'
import { SubscriberLimitError } from './mailboxStore.ts'
import { bucketOf, subscriptionBytes } from './storeUsage.ts'
import type { ClientId } from '../auth/didKey.ts'

/** A renewed subscription is written only if its end moves by at least this many milliseconds. */
const renewal = 86_400_000
/** Number of rows that the sweep handles before it looks at the clock. */
const chunk = 64
/** Units of work that a topic costs: finding its subscribers, and writing the changes. */
const perTopic = 4
/**
 * From this many topics on, a client's subscriptions are read as a range. A row of a range costs
 * less than half of a lookup, so the range may have `rowsOfTopic` times as many rows.
 */
const many = 8
const rowsOfTopic = 2

type Options = {
  tables: Tables
  writer: Writer
  topics: ReturnType<typeof createTopics>
  usage: LmdbUsage
  now: () => number
  onBad: () => void
  spend: Slices['spend']
}

/** The subscriptions of all clients. */
export class LmdbSubscriptions {
  readonly #subscribers: Tables['subscribers']
  readonly #topicsOfClients: Tables['topics']
  readonly #due: Tables['due']
  readonly #writer: Writer
  readonly #topics: ReturnType<typeof createTopics>
  readonly #usage: LmdbUsage
  readonly #now: () => number
  readonly #onBad: () => void
  readonly #spend: Slices['spend']
  readonly #changing = createChanging()

  constructor({
    tables: { subscribers, topics: topicsOfClients, due },
    writer,
    topics,
    usage,
    now,
    onBad,
    spend,
  }: Options) {
    this.#subscribers = subscribers
    this.#topicsOfClients = topicsOfClients
    this.#due = due
    this.#writer = writer
    this.#topics = topics
    this.#usage = usage
    this.#now = now
    this.#onBad = onBad
    this.#spend = spend
  }

  /** The topics of a client, in pages of at most `limit`. */
  *topicsOf(client: ClientId, limit: number): Iterable<string[]> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page = this.#pageOf(client, after, limit)
      yield page.rows.filter(({ end }) => end > this.#now()).map(({ name }) => name)
      after = page.last
    }
  }

  /**
   * Subscribes a client to topics.
   * @param admit throws if this number of subscriptions may not be added
   * @throws SubscriberLimitError, StoreError, the error of `admit`
   */
  async add(
    client: ClientId,
    wanted: readonly string[],
    holder: string,
    admit: (count: number) => void,
  ): Promise<void> {
    const end = this.#now() + limits.subscription
    const changed: string[] = []
    const before: SubscriptionRow[] = []
    const added: string[] = []
    let isUnderWay = false
    const names = new Set(wanted)
    const stored = this.#storedEnds(client, names)
    for (const name of names) {
      this.#spend(perTopic)
      const known =
        this.#topics.peek(name)?.subscribers.get(client) ?? this.#endOf(client, name, stored)
      if (known === undefined && this.#isFull(name)) throw new SubscriberLimitError()
      if (known === undefined) added.push(name)
      if (known !== undefined && known > end - renewal) {
        isUnderWay ||= this.#changing.of(client, name) !== undefined
        continue
      }
      changed.push(name)
      const row = known === undefined ? undefined : this.#rowOf(client, name)
      if (row) before.push(row)
    }
    if (added.length > 0) admit(added.length)
    // An existing subscription may still be waiting to be written. The answer must not come
    // earlier.
    await Promise.all([
      isUnderWay && this.#writer.settled(),
      changed.length > 0 && this.#write(client, { changed, before, added }, [end, holder]),
    ])
  }

  async remove(client: ClientId, wanted: readonly string[]): Promise<void> {
    const gone: SubscriptionRow[] = []
    const ended = [...new Set(wanted)]
    for (const name of ended) {
      this.#spend(perTopic)
      const row = this.#rowOf(client, name)
      if (row) {
        this.#count(-1, client, row)
        gone.push(row)
      }
      this.#topics.peek(name)?.subscribers.delete(client)
      this.#changing.begin(client, name, undefined)
      this.#writer.remove(this.#subscribers, [name, client])
      this.#writer.remove(this.#topicsOfClients, [client, name])
    }
    await this.#settle(client, ended, () => gone.forEach((row) => this.#count(1, client, row)))
  }

  /** Removes expired subscriptions of a client, a few rows at a time. */
  *expire(client: ClientId, onError: (error: Error) => void): Iterable<void> {
    for (let after = ''; ; ) {
      const { rows, last } = this.#pageOf(client, after, chunk)
      const over = rows.filter(({ end }) => end <= this.#now()).map(({ name }) => name)
      if (over.length > 0) this.remove(client, over).catch(onError)
      if (last === undefined) return
      after = last
      yield
    }
  }

  #isFull(name: string): boolean {
    return (
      this.#changing.comingTo(name) +
        this.#subscribers.getKeysCount({
          start: [name],
          end: [name, afterAll],
          limit: limits.subscribers,
        }) >=
      limits.subscribers
    )
  }

  /** Adds `by` to the number of subscriptions that a client and its address have. */
  #count(by: number, client: ClientId, [end, holder]: SubscriptionRow): void {
    for (const owner of [client, holder])
      this.#usage.add(owner, 'subscription', bucketOf.subscription(end), by, by * subscriptionBytes)
  }

  /**
   * Runs when the writes are decided. Topics in memory then get the state that the database has; if
   * the writes failed, `recount` corrects the counts.
   */
  #settle(client: ClientId, changed: readonly string[], recount: () => void): Promise<void> {
    return this.#writer.stored((isStored) => {
      if (!isStored) recount()
      for (const name of changed) {
        this.#changing.end(client, name)
        const topic = this.#topics.peek(name)
        const end = topic && this.#endOf(client, name)
        if (end !== undefined) topic?.subscribers.set(client, end)
        else topic?.subscribers.delete(client)
      }
    })
  }

  #rowOf(client: ClientId, name: string): SubscriptionRow | undefined {
    const change = this.#changing.of(client, name)
    return change ? change.row : readSubscriptionRow(this.#topicsOfClients.get([client, name]))
  }

  /**
   * The end of a subscription: from a pending change, or from the database.
   * @param stored the client's ends in the database, if they were read before
   */
  #endOf(client: ClientId, name: string, stored?: ReadonlyMap<string, number>): number | undefined {
    const change = this.#changing.of(client, name)
    if (change) return change.row?.[0]
    if (stored) return stored.get(name)
    const end: unknown = this.#subscribers.get([name, client])
    return typeof end === 'number' ? end : undefined
  }

  /**
   * The ends of a client's subscriptions in the database. Undefined if single lookups of these
   * topics cost less, or are safer because a row is unreadable.
   */
  #storedEnds(client: ClientId, names: ReadonlySet<string>): Map<string, number> | undefined {
    if (names.size < many) return undefined
    const max = rowsOfTopic * names.size
    const ends = new Map<string, number>()
    for (const { key, value } of this.#topicsOfClients.getRange({
      start: [client],
      end: [client, afterAll],
      limit: max + 1,
    })) {
      const row = readSubscriptionRow(value)
      if (!row || ends.size === max) return undefined
      ends.set(key[1], row[0])
    }
    return ends
  }

  /**
   * A page of a client's subscriptions, after the topic `after`. `last`: the topic after which the
   * next page begins; undefined at the end.
   */
  #pageOf(
    client: ClientId,
    after: string,
    limit: number,
  ): { rows: { name: string; end: number }[]; last: string | undefined } {
    const rows: { name: string; end: number }[] = []
    let [seen, last] = [0, '']
    for (const { key, value } of this.#topicsOfClients.getRange({
      start: [client, after],
      end: [client, afterAll],
      exclusiveStart: after !== '',
      limit,
    })) {
      seen += 1
      this.#spend(1)
      last = key[1]
      const change = this.#changing.of(client, last)
      const row = change ? change.row : readSubscriptionRow(value)
      if (change && !row) continue // this subscription is being removed
      if (row) rows.push({ name: last, end: row[0] })
      else {
        this.#onBad()
        this.#writer.remove(this.#topicsOfClients, key)
      }
    }
    return { rows, last: seen === limit ? last : undefined }
  }

  /**
   * Writes new subscriptions, and subscriptions with a later end.
   * @param changes.before the rows that are replaced
   */
  #write(
    client: ClientId,
    {
      changed,
      before,
      added,
    }: Record<'changed' | 'added', readonly string[]> & { before: readonly SubscriptionRow[] },
    row: SubscriptionRow,
  ): Promise<void> {
    const [end] = row
    for (const name of changed) {
      this.#topics.peek(name)?.subscribers.set(client, end)
      this.#changing.begin(client, name, row)
      this.#writer.put(this.#subscribers, [name, client], end)
      this.#writer.put(this.#topicsOfClients, [client, name], row)
    }
    const recount = (by: 1 | -1) => {
      for (const each of before) this.#count(-by, client, each)
      this.#count(by * changed.length, client, row)
    }
    recount(1)
    this.#changing.countComing(added, 1)
    this.#writer.put(this.#due, [minuteAfter(end), 'client', client], true)
    this.#writer.after(() => this.#changing.countComing(added, -1))
    return this.#settle(client, changed, () => recount(-1))
  }
}
