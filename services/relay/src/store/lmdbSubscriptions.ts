import { limits } from '../limits.ts'
import { afterAll, type Tables } from './lmdbTables.ts'
import { type ClientId, SubscriberLimitError } from './mailboxStore.ts'

/** A subscription is written again only when its end has come nearer by so many milliseconds. */
const renewal = 86_400_000

/** Who subscribes to what. */
export type Subscriptions = {
  of(topic: string): Iterable<ClientId>
  topicsOf(client: ClientId): Iterable<string>
  /** @throws SubscriberLimitError */
  add(client: ClientId, topics: readonly string[]): Promise<void>
  remove(client: ClientId, topics: readonly string[]): Promise<void>
  /** Ends one that nobody renewed. */
  expire(topic: string, client: ClientId): void
}

export function createSubscriptions({ subscribers, topics, due }: Tables, now: () => number): Subscriptions {
  const isFull = (topic: string) => subscribers.getKeysCount({ start: [topic], end: [topic, afterAll], limit: limits.subscribers }) >= limits.subscribers

  async function remove(client: ClientId, ended: readonly string[]): Promise<void> {
    let written: Promise<unknown> = Promise.resolve()
    for (const topic of ended) {
      void subscribers.remove([topic, client])
      written = topics.remove([client, topic])
    }
    await written
  }

  return {
    remove,
    * of(topic) {
      for (const { key, value } of subscribers.getRange({ start: [topic], end: [topic, afterAll] })) if (value > now()) yield key[1]
    },
    * topicsOf(client) {
      for (const { key, value } of topics.getRange({ start: [client], end: [client, afterAll] })) if (value > now()) yield key[1]
    },
    async add(client, wanted) {
      const end = now() + limits.subscription
      let written: Promise<unknown> = Promise.resolve()
      for (const topic of new Set(wanted)) {
        const known = subscribers.get([topic, client])
        if (known !== undefined && known > end - renewal) continue
        if (known === undefined && isFull(topic)) throw new SubscriberLimitError()
        void subscribers.put([topic, client], end)
        void topics.put([client, topic], end)
        written = due.put([end, 'subscription', topic, client], true)
      }
      await written
    },
    expire(topic, client) {
      if ((subscribers.get([topic, client]) ?? Infinity) <= now()) void remove(client, [topic])
    },
  }
}
