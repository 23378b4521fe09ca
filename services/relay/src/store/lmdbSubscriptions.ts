import { limits } from '../limits.ts'
import { afterAll, minuteAfter, type Tables } from './lmdbTables.ts'
import type { createTopics } from './lmdbTopics.ts'
import { type ClientId, SubscriberLimitError } from './mailboxStore.ts'

/** A subscription is written again only when its end has come nearer by so many milliseconds. */
const renewal = 86_400_000

type Options = { tables: Tables; topics: ReturnType<typeof createTopics>; now: () => number }

/** Who subscribes to what. */
export function createSubscriptions({ tables: { subscribers, topics: topicsOfClients, due }, topics, now }: Options) {
  const isFull = (name: string) => subscribers.getKeysCount({ start: [name], end: [name, afterAll], limit: limits.subscribers }) >= limits.subscribers

  /** Waits for the last of the writes; topics that were read from the database meanwhile learn of them then. */
  async function settle(client: ClientId, changed: readonly string[], written: Promise<unknown>): Promise<void> {
    await written
    for (const name of changed) {
      const topic = topics.peek(name)
      const end = topic && subscribers.get([name, client])
      if (end === undefined) topic?.subscribers.delete(client)
      else topic?.subscribers.set(client, end)
    }
  }

  return {
    * topicsOf(client: ClientId): Iterable<string> {
      for (const { key, value } of topicsOfClients.getRange({ start: [client], end: [client, afterAll] })) if (value > now()) yield key[1]
    },
    /** @throws SubscriberLimitError */
    async add(client: ClientId, wanted: readonly string[]): Promise<void> {
      const end = now() + limits.subscription
      const changed = [...new Set(wanted)].filter((name) => {
        const known = topics.peek(name)?.subscribers.get(client) ?? subscribers.get([name, client])
        if (known === undefined && isFull(name)) throw new SubscriberLimitError()
        return known === undefined || known <= end - renewal
      })
      for (const name of changed) {
        topics.peek(name)?.subscribers.set(client, end)
        void subscribers.put([name, client], end)
        void topicsOfClients.put([client, name], end)
      }
      if (changed.length > 0) await settle(client, changed, due.put([minuteAfter(end), 'client', client], true))
    },
    async remove(client: ClientId, ended: readonly string[]): Promise<void> {
      let written: Promise<unknown> = Promise.resolve()
      for (const name of ended) {
        topics.peek(name)?.subscribers.delete(client)
        void subscribers.remove([name, client])
        written = topicsOfClients.remove([client, name])
      }
      await settle(client, ended, written)
    },
    /** The topics of subscriptions that have ended by themselves. */
    overOf(client: ClientId): string[] {
      return [...topicsOfClients.getRange({ start: [client], end: [client, afterAll] })].filter(({ value }) => value <= now()).map(({ key: [, name] }) => name)
    },
  }
}
