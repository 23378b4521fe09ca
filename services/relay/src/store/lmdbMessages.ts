import { limits } from '../limits.ts'
import { readKept } from './lmdbRows.ts'
import { afterAll, type Kept, minuteAfter, type Tables } from './lmdbTables.ts'
import { addMessage, type createTopics, keptUntil, removeMessage, type Topic } from './lmdbTopics.ts'
import type { createUsage } from './lmdbUsage.ts'
import type { Writer } from './lmdbWriter.ts'
import type { ClientId, Page, StoredMessage } from './mailboxStore.ts'
import { bucketOf, bytesOf } from './storeUsage.ts'

type Options = {
  tables: Tables
  writer: Writer
  topics: ReturnType<typeof createTopics>
  usage: ReturnType<typeof createUsage>
  mailbox: { messages: number; bytes: number }
  now: () => number
  onBad: () => void
}

/** What one look into a mailbox may cost: characters of messages, and lookups. Who wants more asks again. */
const most = { characters: 2 * 1024 * 1024, lookups: 4_000 }
/** Rows of the sweep between two looks at the clock. */
const chunk = 8

/** The messages of all topics, in the order in which they were published. */
export function createMessages({ tables: { messages, acknowledged, due }, writer, topics, usage, mailbox, now, onBad }: Options) {
  /** Messages on their way out, which the database still shows. */
  const leaving = new Set<string>()
  /** Acknowledgements on their way in: who reads after acknowledging must not see the message again. */
  const arriving = new Map<number, ClientId[]>()

  function* entriesOf(topic: string, after = 0, limit = Infinity): Iterable<{ seq: number; kept: Kept }> {
    for (const { key, value } of messages.getRange({ start: [topic, after + 1], end: [topic, Infinity], limit })) {
      const [, seq] = key
      if (leaving.size > 0 && leaving.has(`${topic} ${seq}`)) continue
      const kept = readKept(value)
      if (kept) yield { seq, kept }
      else {
        onBad()
        writer.remove(messages, key)
      }
    }
  }

  /** Counts a message of its publisher, or no longer. */
  function count(by: 1 | -1, seq: number, [publisher, , , expires, data, holder]: Kept): void {
    const end = bucketOf.message(seq / 1_000, keptUntil(seq, expires))
    const bytes = by * bytesOf(data)
    usage.add(publisher, 'message', end, by, bytes)
    usage.add(holder, 'message', end, by, bytes)
  }

  function drop(name: string, seq: number, kept: Kept): void {
    const key = `${name} ${seq}`
    const topic = topics.peek(name)
    if (topic) {
      removeMessage(topic, kept)
      topic.writing += 1
    }
    count(-1, seq, kept)
    leaving.add(key)
    for (const acknowledgement of acknowledged.getKeys({ start: [seq], end: [seq, afterAll] })) writer.remove(acknowledged, acknowledgement)
    writer.remove(messages, [name, seq])
    writer.after((isKept) => {
      leaving.delete(key)
      if (topic) topic.writing -= 1
      if (isKept) return
      count(1, seq, kept)
      if (topic && topics.isCurrent(name, topic)) addMessage(topic, seq, kept)
    })
  }

  const isReadBy = (client: ClientId, seq: number) => arriving.get(seq)?.includes(client) || acknowledged.doesExist([seq, client])

  function hasArrived(client: ClientId, seq: number): void {
    const clients = arriving.get(seq)
    clients?.splice(clients.indexOf(client), 1)
    if (clients?.length === 0) arriving.delete(seq)
  }

  /** Says how many lookups it took, and whether every subscriber has it. */
  function isReadByAll({ subscribers }: Topic, seq: number, publisher: ClientId): { lookups: number; isRead: boolean } {
    let lookups = 0
    for (const [client, end] of subscribers) {
      if (client === publisher || end <= now()) continue
      lookups += 1
      if (!isReadBy(client, seq)) return { lookups, isRead: false }
    }
    return { lookups, isRead: lookups > 0 }
  }

  /** Takes out what may go, until one more fits. */
  function search(name: string, topic: Topic, fits: () => boolean): boolean {
    let [lookups, characters] = [0, 0]
    for (const { seq, kept } of entriesOf(name)) {
      const all = kept[3] <= now() ? { lookups: 0, isRead: true } : isReadByAll(topic, seq, kept[0])
      lookups += 1 + all.lookups
      characters += kept[4].length
      if (all.isRead) drop(name, seq, kept)
      if (fits()) return true
      if (lookups > most.lookups || characters > limits.mailbox.bytes) return false
    }
    return false
  }

  const hasRoom = (topic: Topic, bytes: number) => topic.messages < mailbox.messages && topic.bytes + bytes <= mailbox.bytes

  return {
    /** Where many have ended that the sweep has not taken out yet, it may say yes though there is none. */
    holdsAny(topic: string): boolean {
      if (topics.peek(topic)?.messages === 0) return false
      let looked = 0
      for (const { kept: [, , , expires] } of entriesOf(topic)) if (expires > now() || (looked += 1) > chunk) return true
      return false
    },
    /** Takes out the oldest messages that have ended or that every subscriber has read, until one more of so many bytes fits. Says whether it does. */
    makeRoom(name: string, topic: Topic, bytes: number): boolean {
      if (hasRoom(topic, bytes)) return true
      const begun = performance.now()
      if (begun < topic.fullUntil) return false
      const found = search(name, topic, () => hasRoom(topic, bytes))
      const took = performance.now() - begun
      if (!found && took > 2) topic.fullUntil = begun + 20 * took // whoever goes on asking takes a twentieth of the time at most
      return found
    },
    /** @throws StoreError */
    add(name: string, topic: Topic, seq: number, kept: Kept): Promise<void> {
      const minute = minuteAfter(keptUntil(seq, kept[3]))
      addMessage(topic, seq, kept)
      count(1, seq, kept)
      writer.put(messages, [name, seq], kept, kept[4].length)
      if (!topic.noted.has(minute)) writer.put(due, [minute, 'topic', name], true)
      topic.writing += 1
      return writer.kept((isKept) => {
        topic.writing -= 1
        if (isKept) return void topic.noted.add(minute)
        removeMessage(topic, kept)
        count(-1, seq, kept)
      })
    },
    read({ client, topic, after, limit }: { client: ClientId; topic: string; after: number; limit: number }): Page {
      const found: StoredMessage[] = []
      let upTo = after
      let characters = 0
      for (const { seq, kept: [publisher, , , expires, data] } of entriesOf(topic, after)) {
        if (found.length === limit || characters > most.characters) return { messages: found, upTo, more: true }
        upTo = seq
        characters += data.length
        if (publisher !== client && expires > now() && !isReadBy(client, seq)) found.push({ seq, data })
      }
      return { messages: found, upTo, more: false }
    },
    /** @throws StoreError */
    async acknowledge(client: ClientId, topic: string, seq: number): Promise<void> {
      if (!mayAcknowledge(client, topic, seq)) return
      const others = arriving.get(seq)
      if (others) others.push(client)
      else arriving.set(seq, [client])
      writer.put(acknowledged, [seq, client], true)
      await writer.kept(() => hasArrived(client, seq))
    },
    /** Takes out what of a topic need not be kept any longer, a few rows at a time. */
    * expire(name: string): Iterable<void> {
      for (let after = 0; ;) {
        const rows = [...messages.getKeys({ start: [name, after + 1], end: [name, Infinity], limit: chunk })]
        const last = rows.at(-1)
        if (!last) return
        for (const { seq, kept } of entriesOf(name, after, rows.length)) if (keptUntil(seq, kept[3]) <= now()) drop(name, seq, kept)
        if (rows.length < chunk) return
        after = last[1]
        yield
      }
    },
    /** Takes out acknowledgements whose message went without them. */
    * expireAcknowledgements(): Iterable<void> {
      const oldest = (now() - limits.ttl.most - limits.requestMemory) * 1_000
      for (let start = 0; ;) {
        const keys = [...acknowledged.getKeys({ start: [start], end: [oldest], limit: 256 })]
        for (const key of keys) writer.remove(acknowledged, key)
        const last = keys.at(-1)
        if (!last || keys.length < 256) return
        start = last[0] + 1
        yield
      }
    },
  }

  /** A subscriber always; of others so many that a message costs no more than its subscribers may. */
  function mayAcknowledge(client: ClientId, topic: string, seq: number): boolean {
    // for so long every message is kept, and an acknowledgement without one would stay alone
    if (seq < (now() - limits.requestMemory / 2) * 1_000 && !messages.doesExist([topic, seq])) return false
    if (topics.peek(topic)?.subscribers.has(client)) return true
    return acknowledged.getKeysCount({ start: [seq], end: [seq, afterAll], limit: 2 * limits.subscribers }) < 2 * limits.subscribers
  }
}
