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
import type { LmdbUsage } from './lmdbUsage.ts'
import type { Writer } from './lmdbWriter.ts'
import type { Page, StoredMessage } from './mailboxStore.ts'
import { bucketOf, bytesOf } from './storeUsage.ts'
import type { ClientId } from '../auth/didKey.ts'

type Options = {
  tables: Tables
  writer: Writer
  topics: ReturnType<typeof createTopics>
  usage: LmdbUsage
  mailbox: { messages: number; bytes: number }
  now: () => number
  onBad: () => void
  spend: Slices['spend']
}

/**
 * Limits of one read of a mailbox: `characters` of messages, and `rows`. The caller reads the rest
 * with another call. `lookups`: the limit of one search for messages to remove.
 */
const max = { characters: 2 * 1024 * 1024, rows: 500, lookups: 4_000 }
/** The number of a message's characters that cost as much as a row. */
const perUnit = 4_096
/** Number of rows that the sweep handles before it looks at the clock. */
const chunk = 8

/** The messages of all topics, in the order in which they were published. */
export class LmdbMessages {
  readonly #messages: Tables['messages']
  readonly #acknowledged: Tables['acknowledged']
  readonly #due: Tables['due']
  readonly #writer: Writer
  readonly #topics: ReturnType<typeof createTopics>
  readonly #usage: LmdbUsage
  readonly #mailbox: { messages: number; bytes: number }
  readonly #now: () => number
  readonly #spend: Slices['spend']
  readonly #rows: ReturnType<typeof createTexts>
  /** Messages that are being removed. The database still shows them. */
  readonly #leaving = new Set<string>()
  /**
   * Acknowledgements that are being written. A client that reads its mailbox after an
   * acknowledgement must not get the message again.
   */
  readonly #arriving = createArriving()

  constructor({
    tables: { messages, texts, acknowledged, due },
    writer,
    topics,
    usage,
    mailbox,
    now,
    onBad,
    spend,
  }: Options) {
    this.#messages = messages
    this.#acknowledged = acknowledged
    this.#due = due
    this.#writer = writer
    this.#topics = topics
    this.#usage = usage
    this.#mailbox = mailbox
    this.#now = now
    this.#spend = spend
    this.#rows = createTexts({ messages, texts }, writer, onBad)
  }

  /**
   * Whether the topic has messages. Only keys are read. So it may also be true when all messages
   * have expired and the sweep has not removed them yet.
   */
  hasMessages(topic: string): boolean {
    this.#spend(1)
    if (this.#topics.peek(topic)?.messages === 0) return false
    for (const [, seq] of this.#messages.getKeys({ start: [topic, 1], end: [topic, Infinity] })) {
      if (!this.#leaving.has(`${topic} ${seq}`)) return true
      this.#spend(1)
    }
    return false
  }

  /**
   * Those of the topics that have messages, as in {@link LmdbMessages.hasMessages}, in their order.
   * One lookup finds the next topic with messages, so the topics before it need no lookup.
   */
  withMessages(topics: readonly string[]): readonly string[] {
    const found = new Set<string>()
    let next: string | undefined = ''
    for (const topic of topics.toSorted()) {
      if (next === undefined) break
      if (topic < next) continue
      next = this.#nextTopic(topic)
      if (next === topic && this.hasMessages(topic)) found.add(topic)
    }
    return found.size === 0 ? [] : topics.filter((topic) => found.has(topic))
  }

  /**
   * Removes the oldest messages that have expired, or that every subscriber has acknowledged, until
   * a message of `bytes` bytes fits.
   * @returns whether it fits
   */
  makeRoom(name: string, topic: Topic, bytes: number): boolean {
    if (this.#hasRoom(topic, bytes)) return true
    const begun = performance.now()
    if (begun < topic.fullUntil) return false
    const found = this.#search(name, topic, () => this.#hasRoom(topic, bytes))
    const took = performance.now() - begun
    // after a long search without success the next search waits, so that searches use at most a
    // twentieth of the time
    if (!found && took > 2) topic.fullUntil = begun + 20 * took
    return found
  }

  /** Stores a message. @throws StoreError */
  add(name: string, topic: Topic, seq: number, message: MessageRow): Promise<void> {
    const minute = minuteAfter(retainedUntil(seq, message[3]))
    const row = this.#rows.put([name, seq], message)
    addMessage(topic, seq, row)
    this.#count(1, seq, row)
    if (!topic.noted.has(minute)) this.#writer.put(this.#due, [minute, 'topic', name], true)
    topic.writing += 1
    return this.#writer.stored((isStored) => {
      topic.writing -= 1
      if (isStored) return void topic.noted.add(minute)
      removeMessage(topic, row)
      this.#count(-1, seq, row)
    })
  }

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
    for (const { seq, row } of this.#entriesOf(topic, after)) {
      if (found.length === limit || characters > max.characters || looked === max.rows)
        return { messages: found, upTo, more: true }
      const [publisher, , , expires] = row
      upTo = seq
      looked += 1
      this.#spend(2)
      if (publisher === client || expires <= this.#now() || this.#isReadBy(client, seq)) continue
      const data = this.#rows.of([topic, seq], row)
      if (data === undefined) continue
      found.push({ seq, data })
      characters += data.length
      this.#spend(Math.floor(data.length / perUnit))
    }
    this.#spend(1)
    return { messages: found, upTo, more: false }
  }

  /**
   * A message, if the client may read it: it has not expired, and the client has neither published
   * nor acknowledged it.
   */
  one(client: ClientId, topic: string, seq: number): StoredMessage | undefined {
    this.#spend(1)
    const row = this.#leaving.has(`${topic} ${seq}`)
      ? undefined
      : readMessageRow(this.#messages.get([topic, seq]))
    if (!row || row[0] === client || row[3] <= this.#now() || this.#isReadBy(client, seq))
      return undefined
    const data = this.#rows.of([topic, seq], row)
    this.#spend(Math.floor((data?.length ?? 0) / perUnit))
    return data === undefined ? undefined : { seq, data }
  }

  /**
   * Whether a client may acknowledge a message. No client may if the number is old and has no
   * message. Otherwise a subscriber may. Another client may until the message has twice as many
   * acknowledgements as a topic may have subscribers.
   */
  mayAcknowledge(client: ClientId, topic: string, seq: number): boolean {
    // An old number without a message: nothing would ever remove its acknowledgement.
    if (
      seq < (this.#now() - limits.requestMemory / 2) * 1_000 &&
      !this.#messages.doesExist([topic, seq])
    )
      return false
    if (this.#topics.peek(topic)?.subscribers.has(client)) return true
    return (
      this.#acknowledged.getKeysCount({
        start: [seq],
        end: [seq, afterAll],
        limit: 2 * limits.subscribers,
      }) <
      2 * limits.subscribers
    )
  }

  /** Stores an acknowledgement, if the client may acknowledge the message. @throws StoreError */
  acknowledge(client: ClientId, topic: string, seq: number): Promise<void> {
    this.#spend(2)
    if (!this.mayAcknowledge(client, topic, seq)) return Promise.resolve()
    this.#arriving.add(client, seq)
    if (!this.#dropRead(topic, seq)) this.#writer.putLater(this.#acknowledged, [seq, client], true)
    return this.#writer.stored(() => this.#arriving.delete(client, seq))
  }

  /** Removes messages of a topic that have expired, a few rows at a time. */
  *expire(name: string): Iterable<void> {
    for (let after = 0; ; ) {
      const keys = [
        ...this.#messages.getKeys({
          start: [name, after + 1],
          end: [name, Infinity],
          limit: chunk,
        }),
      ]
      const last = keys.at(-1)
      if (!last) return
      for (const { seq, row } of this.#entriesOf(name, after, keys.length))
        if (retainedUntil(seq, row[3]) <= this.#now()) this.#drop(name, seq, row)
      if (keys.length < chunk) return
      after = last[1]
      yield
    }
  }

  expireAcknowledgements(): Iterable<void> {
    return removeAcknowledgements(
      this.#acknowledged,
      this.#writer,
      (this.#now() - limits.ttl.max - limits.requestMemory) * 1_000,
    )
  }

  /** The first topic from `topic` on that has a row. Topics are hex, so their order is the keys'. */
  #nextTopic(topic: string): string | undefined {
    this.#spend(1)
    for (const [next] of this.#messages.getKeys({ start: [topic, 1], limit: 1 })) return next
    return undefined
  }

  *#entriesOf(
    topic: string,
    after = 0,
    limit = Infinity,
  ): Iterable<{ seq: number; row: MessageRow }> {
    for (const { key, value } of this.#messages.getRange({
      start: [topic, after + 1],
      end: [topic, Infinity],
      limit,
    })) {
      const [, seq] = key
      if (this.#leaving.size > 0 && this.#leaving.has(`${topic} ${seq}`)) continue
      const row = readMessageRow(value)
      if (row) yield { seq, row }
      else this.#rows.removeBad(key)
    }
  }

  /** Counts a message for its publisher, or stops counting it. */
  #count(by: 1 | -1, seq: number, row: MessageRow): void {
    const [publisher, , , expires, , holder] = row
    const end = bucketOf.message(seq / 1_000, retainedUntil(seq, expires))
    const bytes = by * bytesOf({ length: lengthOf(row) })
    this.#usage.add(publisher, 'message', end, by, bytes)
    this.#usage.add(holder, 'message', end, by, bytes)
  }

  #drop(name: string, seq: number, row: MessageRow): void {
    const key = `${name} ${seq}`
    const topic = this.#topics.peek(name)
    if (topic) {
      removeMessage(topic, row)
      topic.writing += 1
    }
    this.#count(-1, seq, row)
    this.#leaving.add(key)
    for (const acknowledgement of this.#acknowledged.getKeys({
      start: [seq],
      end: [seq, afterAll],
    }))
      this.#writer.remove(this.#acknowledged, acknowledgement)
    this.#rows.remove([name, seq], row)
    this.#writer.after((isStored) => {
      this.#leaving.delete(key)
      if (topic) topic.writing -= 1
      if (isStored) return
      this.#count(1, seq, row)
      if (topic && this.#topics.isCurrent(name, topic)) addMessage(topic, seq, row)
    })
  }

  #isReadBy(client: ClientId, seq: number): boolean {
    return this.#arriving.has(client, seq) || this.#acknowledged.doesExist([seq, client])
  }

  /**
   * Whether all subscribers except the publisher have acknowledged the message (false if there are
   * none), and how many lookups this took.
   */
  #isReadByAll(
    { subscribers }: Topic,
    seq: number,
    publisher: ClientId,
  ): { lookups: number; isRead: boolean } {
    let lookups = 0
    for (const [client, end] of subscribers) {
      if (client === publisher || end <= this.#now()) continue
      lookups += 1
      if (!this.#isReadBy(client, seq)) return { lookups, isRead: false }
    }
    return { lookups, isRead: lookups > 0 }
  }

  /**
   * Removes messages that no subscriber needs, until `fits` returns true or a limit of the search
   * is reached.
   * @returns whether it fits
   */
  #search(name: string, topic: Topic, fits: () => boolean): boolean {
    let [lookups, characters] = [0, 0]
    for (const { seq, row } of this.#entriesOf(name)) {
      const all =
        row[3] <= this.#now() ? { lookups: 0, isRead: true } : this.#isReadByAll(topic, seq, row[0])
      lookups += 1 + all.lookups
      characters += lengthOf(row)
      if (all.isRead) this.#drop(name, seq, row)
      if (fits()) return true
      if (lookups > max.lookups || characters > limits.mailbox.bytes) return false
    }
    return false
  }

  /**
   * Removes a message if every subscriber has acknowledged it. This is only for a full topic in
   * which no search may start yet.
   * @returns whether it was removed
   */
  #dropRead(name: string, seq: number): boolean {
    const topic = this.#topics.peek(name)
    if (!topic || topic.fullUntil <= performance.now()) return false
    if (this.#leaving.has(`${name} ${seq}`)) return false
    const row = readMessageRow(this.#messages.get([name, seq]))
    if (!row || !this.#isReadByAll(topic, seq, row[0]).isRead) return false
    this.#drop(name, seq, row)
    return true
  }

  #hasRoom(topic: Topic, bytes: number): boolean {
    return topic.messages < this.#mailbox.messages && topic.bytes + bytes <= this.#mailbox.bytes
  }
}

/**
 * Acknowledgements by message, until they are written. It may contain the same acknowledgement
 * several times.
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
 * Removes acknowledgements whose messages do not exist any more.
 * @param oldest the lowest number that an existing message may have
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
