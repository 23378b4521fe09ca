import { limits } from '../limits.ts'
import { afterAll, type Kept, minuteAfter, type Tables } from './lmdbTables.ts'
import { addMessage, type createTopics, keptUntil, removeMessage, type Topic } from './lmdbTopics.ts'
import type { ClientId, Page, StoredMessage } from './mailboxStore.ts'

type Options = { tables: Tables; topics: ReturnType<typeof createTopics>; mailbox: { messages: number; bytes: number }; now: () => number }

/** The messages of all topics, in the order in which they were published. */
export function createMessages({ tables: { messages, acknowledged, due }, topics, mailbox, now }: Options) {
  /** Messages on their way out, which the database still shows. */
  const leaving = new Set<string>()
  /** Acknowledgements on their way in: who reads after acknowledging must not see the message again. */
  const arriving = new Set<string>()

  function* entriesOf(topic: string, after = 0): Iterable<{ seq: number; kept: Kept }> {
    for (const { key: [, seq], value } of messages.getRange({ start: [topic, after + 1], end: [topic, Infinity] })) {
      if (leaving.size === 0 || !leaving.has(`${topic} ${seq}`)) yield { seq, kept: value }
    }
  }

  function drop(name: string, seq: number, kept: Kept): void {
    const key = `${name} ${seq}`
    const topic = topics.peek(name)
    if (topic) removeMessage(topic, kept)
    leaving.add(key)
    for (const acknowledgement of acknowledged.getKeys({ start: [seq], end: [seq, afterAll] })) void acknowledged.remove(acknowledgement)
    const removed = messages.remove([name, seq])
    if (topic) topic.writing += 1
    void removed.finally(() => {
      leaving.delete(key)
      if (topic) topic.writing -= 1
    })
  }

  const isReadBy = (client: ClientId, seq: number) => (arriving.size > 0 && arriving.has(`${seq} ${client}`)) || acknowledged.doesExist([seq, client])

  function isReadByAll(name: string, seq: number, publisher: ClientId): boolean {
    const readers = [...topics.of(name).subscribers].filter(([client, end]) => client !== publisher && end > now())
    return readers.length > 0 && readers.every(([client]) => isReadBy(client, seq))
  }

  return {
    holdsAny(topic: string): boolean {
      for (const { kept: [, , , expires] } of entriesOf(topic)) if (expires > now()) return true
      return false
    },
    /** Takes out the oldest messages that have ended or that every subscriber has read, until one more of so many bytes fits. Says whether it does. */
    makeRoom(name: string, topic: Topic, bytes: number): boolean {
      const fits = () => topic.messages < mailbox.messages && topic.bytes + bytes <= mailbox.bytes
      if (fits()) return true
      for (const { seq, kept } of entriesOf(name)) {
        if (kept[3] <= now() || isReadByAll(name, seq, kept[0])) drop(name, seq, kept)
        if (fits()) return true
      }
      return false
    },
    async add(name: string, topic: Topic, seq: number, kept: Kept): Promise<void> {
      const minute = minuteAfter(keptUntil(seq, kept[3]))
      addMessage(topic, seq, kept)
      if (!topic.noted.has(minute)) void due.put([minute, 'topic', name], true)
      topic.noted.add(minute)
      topic.writing += 1
      try {
        await messages.put([name, seq], kept)
      } finally {
        topic.writing -= 1
      }
    },
    read({ client, topic, after, limit }: { client: ClientId; topic: string; after: number; limit: number }): Page {
      const found: StoredMessage[] = []
      let upTo = after
      for (const { seq, kept: [publisher, , , expires, data] } of entriesOf(topic, after)) {
        if (found.length === limit) return { messages: found, upTo, more: true }
        upTo = seq
        if (publisher !== client && expires > now() && !isReadBy(client, seq)) found.push({ seq, data })
      }
      return { messages: found, upTo, more: false }
    },
    async acknowledge(client: ClientId, seq: number): Promise<void> {
      const name = `${seq} ${client}`
      arriving.add(name)
      try {
        await acknowledged.put([seq, client], true)
      } finally {
        arriving.delete(name)
      }
    },
    /** Takes out what of a topic need not be kept any longer. */
    expire(name: string): void {
      for (const { seq, kept } of entriesOf(name)) if (keptUntil(seq, kept[3]) <= now()) drop(name, seq, kept)
    },
    /** Takes out acknowledgements, at most so many, that came when their message was gone already. */
    expireAcknowledgements(limit: number): void {
      const oldest = (now() - limits.ttl.most - limits.requestMemory) * 1_000
      for (const key of acknowledged.getKeys({ start: [0], end: [oldest], limit })) void acknowledged.remove(key)
    },
  }
}
