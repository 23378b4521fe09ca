import { limits } from '../limits.ts'
import type { Slices } from './createSlices.ts'
import { createChanging } from './lmdbChanging.ts'
import { readSubscriptionRow } from './lmdbRows.ts'
import { afterAll, minuteAfter, type SubscriptionRow, type Tables } from './lmdbTables.ts'
import type { createTopics } from './lmdbTopics.ts'
import type { createUsage } from './lmdbUsage.ts'
import type { Writer } from './lmdbWriter.ts'
import { type ClientId, SubscriberLimitError } from './mailboxStore.ts'
import { bucketOf, subscriptionBytes } from './storeUsage.ts'

/** A subscription is written again only when its end would move by this many milliseconds. */
const renewal = 86_400_000
/** Rows of the sweep between two checks of the clock. */
const chunk = 64
/** Units of a slice for finding the subscribers of a topic and writing the changes. */
const perTopic = 4

type Options = {
  tables: Tables
  writer: Writer
  topics: ReturnType<typeof createTopics>
  usage: ReturnType<typeof createUsage>
  now: () => number
  onBad: () => void
  spend: Slices['spend']
}

/** The subscriptions of all clients. */
export function createSubscriptions({
  tables: { subscribers, topics: topicsOfClients, due },
  writer,
  topics,
  usage,
  now,
  onBad,
  spend,
}: Options) {
  const changing = createChanging()
  const isFull = (name: string) =>
    changing.comingTo(name) +
      subscribers.getKeysCount({
        start: [name],
        end: [name, afterAll],
        limit: limits.subscribers,
      }) >=
    limits.subscribers

  /** Counts so many more subscriptions of a client, or fewer. */
  function count(by: number, client: ClientId, [end, holder]: SubscriptionRow): void {
    for (const owner of [client, holder])
      usage.add(owner, 'subscription', bucketOf.subscription(end), by, by * subscriptionBytes)
  }

  /**
   * Runs after the last of the writes: topics that were read from the database meanwhile get the
   * written changes, and failed ones are undone.
   */
  function settle(
    client: ClientId,
    changed: readonly string[],
    recount: () => void,
  ): Promise<void> {
    return writer.stored((isStored) => {
      if (!isStored) recount()
      for (const name of changed) {
        changing.end(client, name)
        const topic = topics.peek(name)
        const end = topic && endOf(client, name)
        if (end !== undefined) topic?.subscribers.set(client, end)
        else topic?.subscribers.delete(client)
      }
    })
  }

  function rowOf(client: ClientId, name: string): SubscriptionRow | undefined {
    const change = changing.of(client, name)
    return change ? change.row : readSubscriptionRow(topicsOfClients.get([client, name]))
  }

  /** When a subscription ends, according to its topic. */
  function endOf(client: ClientId, name: string): number | undefined {
    const change = changing.of(client, name)
    const end: unknown = change ? change.row?.[0] : subscribers.get([name, client])
    return typeof end === 'number' ? end : undefined
  }

  /**
   * So many subscriptions of a client after a topic. `last`: the topic after which the next page
   * begins.
   */
  function pageOf(
    client: ClientId,
    after: string,
    limit: number,
  ): { rows: { name: string; end: number }[]; last: string | undefined } {
    const rows: { name: string; end: number }[] = []
    let [seen, last] = [0, '']
    for (const { key, value } of topicsOfClients.getRange({
      start: [client, after],
      end: [client, afterAll],
      exclusiveStart: after !== '',
      limit,
    })) {
      seen += 1
      spend(1)
      last = key[1]
      const change = changing.of(client, last)
      const row = change ? change.row : readSubscriptionRow(value)
      if (change && !row) continue // this subscription is being removed
      if (row) rows.push({ name: last, end: row[0] })
      else {
        onBad()
        writer.remove(topicsOfClients, key)
      }
    }
    return { rows, last: seen === limit ? last : undefined }
  }

  async function remove(client: ClientId, wanted: readonly string[]): Promise<void> {
    const gone: SubscriptionRow[] = []
    const ended = [...new Set(wanted)]
    for (const name of ended) {
      spend(perTopic)
      const row = rowOf(client, name)
      if (row) {
        count(-1, client, row)
        gone.push(row)
      }
      topics.peek(name)?.subscribers.delete(client)
      changing.begin(client, name, undefined)
      writer.remove(subscribers, [name, client])
      writer.remove(topicsOfClients, [client, name])
    }
    await settle(client, ended, () => gone.forEach((row) => count(1, client, row)))
  }

  /**
   * Writes new subscriptions, and those with a later end. @param changes.before rows that are
   * replaced
   */
  function write(
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
      topics.peek(name)?.subscribers.set(client, end)
      changing.begin(client, name, row)
      writer.put(subscribers, [name, client], end)
      writer.put(topicsOfClients, [client, name], row)
    }
    const recount = (by: 1 | -1) => {
      for (const each of before) count(-by, client, each)
      count(by * changed.length, client, row)
    }
    recount(1)
    changing.countComing(added, 1)
    writer.put(due, [minuteAfter(end), 'client', client], true)
    writer.after(() => changing.countComing(added, -1))
    return settle(client, changed, () => recount(-1))
  }

  return {
    /** The topics of a client, up to so many at once. */
    *topicsOf(client: ClientId, limit: number): Iterable<string[]> {
      for (let after: string | undefined = ''; after !== undefined; ) {
        const page = pageOf(client, after, limit)
        yield page.rows.filter(({ end }) => end > now()).map(({ name }) => name)
        after = page.last
      }
    },
    /**
     * @param admit checks whether so many subscriptions may be added, and throws if not
     * @throws SubscriberLimitError
     */
    async add(
      client: ClientId,
      wanted: readonly string[],
      holder: string,
      admit: (count: number) => void,
    ): Promise<void> {
      const end = now() + limits.subscription
      const changed: string[] = []
      const before: SubscriptionRow[] = []
      const added: string[] = []
      let isUnderWay = false
      for (const name of new Set(wanted)) {
        spend(perTopic)
        const known = topics.peek(name)?.subscribers.get(client) ?? endOf(client, name)
        if (known === undefined && isFull(name)) throw new SubscriberLimitError()
        if (known === undefined) added.push(name)
        if (known !== undefined && known > end - renewal) {
          isUnderWay ||= changing.of(client, name) !== undefined
          continue
        }
        changed.push(name)
        const row = known === undefined ? undefined : rowOf(client, name)
        if (row) before.push(row)
      }
      if (added.length > 0) admit(added.length)
      // a known subscription may still be being written: the answer waits until it is stored
      await Promise.all([
        isUnderWay && writer.settled(),
        changed.length > 0 && write(client, { changed, before, added }, [end, holder]),
      ])
    },
    remove,
    /** Removes expired subscriptions, a few rows at a time. */
    *expire(client: ClientId, onError: (error: Error) => void): Iterable<void> {
      for (let after = ''; ; ) {
        const { rows, last } = pageOf(client, after, chunk)
        const over = rows.filter(({ end }) => end <= now()).map(({ name }) => name)
        if (over.length > 0) remove(client, over).catch(onError)
        if (last === undefined) return
        after = last
        yield
      }
    },
  }
}
