import { limits } from '../limits.ts'
import type { Slices } from './createSlices.ts'
import { lengthOf, readMessageRow } from './lmdbRows.ts'
import { afterAll, type MessageRow, minuteAfter, type Tables } from './lmdbTables.ts'
import {
  addMessage,
  type createTopics,
  retainedUntil,
  removeMessage,
  type Topic,
} from './lmdbTopics.ts'
import { createTexts } from './lmdbTexts.ts'
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
  spend: Slices['spend']
}

/**
 * Limits of one read of a mailbox: characters of messages, rows of a page, and lookups of a search.
 * The caller reads the rest with another call.
 */
const max = { characters: 2 * 1024 * 1024, rows: 500, lookups: 4_000 }
/** Characters of a message that take as long as a row. */
const perUnit = 4_096
/** Rows of the sweep between two checks of the clock. */
const chunk = 8

/** The messages of all topics, in the order in which they were published. */
export function createMessages({
  tables: { messages, texts, acknowledged, due },
  writer,
  topics,
  usage,
  mailbox,
  now,
  onBad,
  spend,
}: Options) {
  const rows = createTexts({ messages, texts }, writer, onBad)
  /** Messages that are being removed, which the database still shows. */
  const leaving = new Set<string>()
  /**
   * Acknowledgements that are being written: a client that reads after its acknowledgement must not
   * see the message again.
   */
  const arriving = createArriving()

  function* entriesOf(
    topic: string,
    after = 0,
    limit = Infinity,
  ): Iterable<{ seq: number; row: MessageRow }> {
    for (const { key, value } of messages.getRange({
      start: [topic, after + 1],
      end: [topic, Infinity],
      limit,
    })) {
      const [, seq] = key
      if (leaving.size > 0 && leaving.has(`${topic} ${seq}`)) continue
      const row = readMessageRow(value)
      if (row) yield { seq, row }
      else rows.removeBad(key)
    }
  }

  /** Counts a message of its publisher, or stops counting it. */
  function count(by: 1 | -1, seq: number, row: MessageRow): void {
    const [publisher, , , expires, , holder] = row
    const end = bucketOf.message(seq / 1_000, retainedUntil(seq, expires))
    const bytes = by * bytesOf({ length: lengthOf(row) })
    usage.add(publisher, 'message', end, by, bytes)
    usage.add(holder, 'message', end, by, bytes)
  }

  function drop(name: string, seq: number, row: MessageRow): void {
    const key = `${name} ${seq}`
    const topic = topics.peek(name)
    if (topic) {
      removeMessage(topic, row)
      topic.writing += 1
    }
    count(-1, seq, row)
    leaving.add(key)
    for (const acknowledgement of acknowledged.getKeys({ start: [seq], end: [seq, afterAll] }))
      writer.remove(acknowledged, acknowledgement)
    rows.remove([name, seq], row)
    writer.after((isStored) => {
      leaving.delete(key)
      if (topic) topic.writing -= 1
      if (isStored) return
      count(1, seq, row)
      if (topic && topics.isCurrent(name, topic)) addMessage(topic, seq, row)
    })
  }

  const isReadBy = (client: ClientId, seq: number) =>
    arriving.has(client, seq) || acknowledged.doesExist([seq, client])

  /**
   * Returns how many lookups it took, and whether every subscriber has acknowledged the message.
   */
  function isReadByAll(
    { subscribers }: Topic,
    seq: number,
    publisher: ClientId,
  ): { lookups: number; isRead: boolean } {
    let lookups = 0
    for (const [client, end] of subscribers) {
      if (client === publisher || end <= now()) continue
      lookups += 1
      if (!isReadBy(client, seq)) return { lookups, isRead: false }
    }
    return { lookups, isRead: lookups > 0 }
  }

  /** Removes messages that are not needed, until the new one fits. */
  function search(name: string, topic: Topic, fits: () => boolean): boolean {
    let [lookups, characters] = [0, 0]
    for (const { seq, row } of entriesOf(name)) {
      const all = row[3] <= now() ? { lookups: 0, isRead: true } : isReadByAll(topic, seq, row[0])
      lookups += 1 + all.lookups
      characters += lengthOf(row)
      if (all.isRead) drop(name, seq, row)
      if (fits()) return true
      if (lookups > max.lookups || characters > limits.mailbox.bytes) return false
    }
    return false
  }

  /** Ends the pause after a slow search as soon as every subscriber has read the message. */
  function allowSearch(name: string, seq: number): void {
    const topic = topics.peek(name)
    if (!topic || topic.fullUntil <= performance.now()) return
    const row = readMessageRow(messages.get([name, seq]))
    if (row && isReadByAll(topic, seq, row[0]).isRead) topic.fullUntil = 0
  }

  const hasRoom = (topic: Topic, bytes: number) =>
    topic.messages < mailbox.messages && topic.bytes + bytes <= mailbox.bytes

  return {
    /**
     * Whether the topic holds messages. Reads keys only: also true when all messages have expired
     * and the sweep has not removed them yet.
     */
    hasMessages(topic: string): boolean {
      spend(1)
      if (topics.peek(topic)?.messages === 0) return false
      for (const [, seq] of messages.getKeys({ start: [topic, 1], end: [topic, Infinity] })) {
        if (!leaving.has(`${topic} ${seq}`)) return true
        spend(1)
      }
      return false
    },
    /**
     * Removes the oldest messages that have expired or that every subscriber has acknowledged,
     * until a new one of so many bytes fits. Returns whether it does.
     */
    makeRoom(name: string, topic: Topic, bytes: number): boolean {
      if (hasRoom(topic, bytes)) return true
      const begun = performance.now()
      if (begun < topic.fullUntil) return false
      const found = search(name, topic, () => hasRoom(topic, bytes))
      const took = performance.now() - begun
      // repeated requests take a twentieth of the time at most
      if (!found && took > 2) topic.fullUntil = begun + 20 * took
      return found
    },
    /** @throws StoreError */
    add(name: string, topic: Topic, seq: number, message: MessageRow): Promise<void> {
      const minute = minuteAfter(retainedUntil(seq, message[3]))
      const row = rows.put([name, seq], message)
      addMessage(topic, seq, row)
      count(1, seq, row)
      if (!topic.noted.has(minute)) writer.put(due, [minute, 'topic', name], true)
      topic.writing += 1
      return writer.stored((isStored) => {
        topic.writing -= 1
        if (isStored) return void topic.noted.add(minute)
        removeMessage(topic, row)
        count(-1, seq, row)
      })
    },
    read({
      client,
      topic,
      after,
      limit,
    }: {
      client: ClientId
      topic: string
      after: number
      limit: number
    }): Page {
      const found: StoredMessage[] = []
      let upTo = after
      let [characters, looked] = [0, 0]
      for (const { seq, row } of entriesOf(topic, after)) {
        if (found.length === limit || characters > max.characters || looked === max.rows)
          return { messages: found, upTo, more: true }
        const [publisher, , , expires] = row
        upTo = seq
        looked += 1
        spend(2)
        if (publisher === client || expires <= now() || isReadBy(client, seq)) continue
        const data = rows.of([topic, seq], row)
        if (data === undefined) continue
        found.push({ seq, data })
        characters += data.length
        spend(Math.floor(data.length / perUnit))
      }
      spend(1)
      return { messages: found, upTo, more: false }
    },
    /** One message, if the client may read it: still valid, and not acknowledged by it. */
    one(client: ClientId, topic: string, seq: number): StoredMessage | undefined {
      spend(1)
      const row = leaving.has(`${topic} ${seq}`)
        ? undefined
        : readMessageRow(messages.get([topic, seq]))
      if (!row || row[0] === client || row[3] <= now() || isReadBy(client, seq)) return undefined
      const data = rows.of([topic, seq], row)
      spend(Math.floor((data?.length ?? 0) / perUnit))
      return data === undefined ? undefined : { seq, data }
    },
    mayAcknowledge,
    /** @throws StoreError */
    async acknowledge(client: ClientId, topic: string, seq: number): Promise<void> {
      spend(2)
      if (!mayAcknowledge(client, topic, seq)) return
      arriving.add(client, seq)
      writer.put(acknowledged, [seq, client], true)
      allowSearch(topic, seq)
      await writer.stored(() => arriving.delete(client, seq))
    },
    /** Removes messages of a topic that need not be stored any longer, a few rows at a time. */
    *expire(name: string): Iterable<void> {
      for (let after = 0; ; ) {
        const keys = [
          ...messages.getKeys({ start: [name, after + 1], end: [name, Infinity], limit: chunk }),
        ]
        const last = keys.at(-1)
        if (!last) return
        for (const { seq, row } of entriesOf(name, after, keys.length))
          if (retainedUntil(seq, row[3]) <= now()) drop(name, seq, row)
        if (keys.length < chunk) return
        after = last[1]
        yield
      }
    },
    expireAcknowledgements: () =>
      removeAcknowledgements(
        acknowledged,
        writer,
        (now() - limits.ttl.max - limits.requestMemory) * 1_000,
      ),
  }

  /**
   * Whether a client may acknowledge a message. A subscriber always may. Others may until the
   * message has as many acknowledgements as a topic has subscribers at most.
   */
  function mayAcknowledge(client: ClientId, topic: string, seq: number): boolean {
    // within this time every message is stored, and an acknowledgement without a message would
    // never be removed
    if (seq < (now() - limits.requestMemory / 2) * 1_000 && !messages.doesExist([topic, seq]))
      return false
    if (topics.peek(topic)?.subscribers.has(client)) return true
    return (
      acknowledged.getKeysCount({
        start: [seq],
        end: [seq, afterAll],
        limit: 2 * limits.subscribers,
      }) <
      2 * limits.subscribers
    )
  }
}

/**
 * Acknowledgements by message, until they are written. A client may acknowledge a message more than
 * once.
 */
function createArriving() {
  const bySeq = new Map<number, ClientId[]>()
  return {
    has: (client: ClientId, seq: number): boolean => bySeq.get(seq)?.includes(client) ?? false,
    add(client: ClientId, seq: number): void {
      const others = bySeq.get(seq)
      if (others) others.push(client)
      else bySeq.set(seq, [client])
    },
    delete(client: ClientId, seq: number): void {
      const clients = bySeq.get(seq)
      clients?.splice(clients.indexOf(client), 1)
      if (clients?.length === 0) bySeq.delete(seq)
    },
  }
}

/**
 * Removes acknowledgements whose message was removed without them. @param oldest the number of the
 * oldest message that may exist
 */
function* removeAcknowledgements(
  acknowledged: Tables['acknowledged'],
  writer: Writer,
  oldest: number,
): Iterable<void> {
  for (let start = 0; ; ) {
    const keys = [...acknowledged.getKeys({ start: [start], end: [oldest], limit: 256 })]
    for (const key of keys) writer.remove(acknowledged, key)
    const last = keys.at(-1)
    if (!last || keys.length < 256) return
    start = last[0] + 1
    yield
  }
}
