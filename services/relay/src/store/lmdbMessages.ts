import { afterAll, type Kept, type Tables } from './lmdbTables.ts'
import type { Subscriptions } from './lmdbSubscriptions.ts'
import type { ClientId, Page, StoredMessage } from './mailboxStore.ts'
import { createSizes } from './topicSizes.ts'

type Options = { tables: Tables; subscriptions: Subscriptions; mailbox: { messages: number; bytes: number }; now: () => number }

/** The messages of all topics, in the order in which they were published. */
export function createMessages({ tables: { messages, acknowledged, hashes, due }, subscriptions, mailbox, now }: Options) {
  /** Messages on their way out, which the database still shows. */
  const leaving = new Set<string>()
  /** Acknowledgements on their way in: who reads after acknowledging must not see the message again. */
  const arriving = new Set<string>()
  const sizes = createSizes((topic) => [...entriesOf(topic)].map(({ kept }) => kept[3].length))

  function* entriesOf(topic: string, after = 0): Iterable<{ seq: number; kept: Kept }> {
    for (const { key: [, seq], value } of messages.getRange({ start: [topic, after + 1], end: [topic, Infinity] })) {
      if (leaving.size === 0 || !leaving.has(`${topic} ${seq}`)) yield { seq, kept: value }
    }
  }

  function drop(topic: string, seq: number, [publisher, hash, expires, data]: Kept): void {
    const name = `${topic} ${seq}`
    if (leaving.has(name)) return
    leaving.add(name)
    sizes.change(topic, -1, data.length)
    void due.remove([expires, 'message', topic, seq])
    if (hashes.get([topic, publisher, hash]) === seq) void hashes.remove([topic, publisher, hash])
    for (const key of acknowledged.getKeys({ start: [topic, seq], end: [topic, seq, afterAll] })) void acknowledged.remove(key)
    void messages.remove([topic, seq]).finally(() => leaving.delete(name))
  }

  const isReadBy = (client: ClientId, topic: string, seq: number) =>
    (arriving.size > 0 && arriving.has(`${topic} ${seq} ${client}`)) || acknowledged.doesExist([topic, seq, client])

  function isReadByAll(topic: string, seq: number, publisher: ClientId): boolean {
    const readers = [...subscriptions.of(topic)].filter((client) => client !== publisher)
    return readers.length > 0 && readers.every((client) => isReadBy(client, topic, seq))
  }

  return {
    drop,
    holdsAny(topic: string): boolean {
      for (const { kept: [, , expires] } of entriesOf(topic)) if (expires > now()) return true
      return false
    },
    /** Takes out the oldest messages that every subscriber has read, until one more of so many bytes fits. Says whether it does. */
    makeRoom(topic: string, bytes: number): boolean {
      const fits = () => sizes.of(topic).messages < mailbox.messages && sizes.of(topic).bytes + bytes <= mailbox.bytes
      if (fits()) return true
      for (const { seq, kept } of entriesOf(topic)) {
        if (kept[2] <= now() || isReadByAll(topic, seq, kept[0])) drop(topic, seq, kept)
        if (fits()) return true
      }
      return false
    },
    /** Whether the publisher's same text is still kept. */
    holdsText(topic: string, publisher: ClientId, hash: string): boolean {
      const seq = hashes.get([topic, publisher, hash])
      const kept = seq === undefined ? undefined : messages.get([topic, seq])
      return kept !== undefined && kept[2] > now()
    },
    async add(topic: string, seq: number, kept: Kept): Promise<void> {
      const [publisher, hash, expires, data] = kept
      sizes.change(topic, 1, data.length)
      void hashes.put([topic, publisher, hash], seq)
      void due.put([expires, 'message', topic, seq], true)
      await messages.put([topic, seq], kept)
    },
    read({ client, topic, after, limit }: { client: ClientId; topic: string; after: number; limit: number }): Page {
      const found: StoredMessage[] = []
      let upTo = after
      for (const { seq, kept: [publisher, , expires, data] } of entriesOf(topic, after)) {
        if (found.length === limit) return { messages: found, upTo, more: true }
        upTo = seq
        if (publisher !== client && expires > now() && !isReadBy(client, topic, seq)) found.push({ seq, data })
      }
      return { messages: found, upTo, more: false }
    },
    async acknowledge(client: ClientId, topic: string, seq: number): Promise<void> {
      const name = `${topic} ${seq} ${client}`
      if (!messages.doesExist([topic, seq])) return
      arriving.add(name)
      try {
        await acknowledged.put([topic, seq, client], true)
      } finally {
        arriving.delete(name)
      }
    },
    expire(topic: string, seq: number): void {
      const kept = messages.get([topic, seq])
      if (kept) drop(topic, seq, kept)
    },
  }
}
