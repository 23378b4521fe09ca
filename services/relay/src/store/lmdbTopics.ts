import { limits } from '../limits.ts'
import type { Slices } from './createSlices.ts'
import { lengthOf, readMessageRow } from './lmdbRows.ts'
import { afterAll, type MessageRow, type Tables } from './lmdbTables.ts'
import type { ClientId } from '../auth/didKey.ts'

/** A topic, as it is kept in memory. */
export type Topic = {
  /** The end of each client's subscription. */
  subscribers: Map<ClientId, number>
  messages: number
  bytes: number
  /**
   * For each publisher, its request ids and the hashes of its texts. The value is the time until
   * which the same request or text is not stored again.
   */
  known: Map<ClientId, Map<string, number>>
  /** The minutes for which the table `due` has a row of this topic. */
  noted: Set<number>
  /**
   * The time (of `performance.now`) before which no new search for room starts, because the last
   * search was long and found none.
   */
  fullUntil: number
  /**
   * Number of messages that are being written. The database does not show them yet, so the topic
   * must stay in memory.
   */
  writing: number
  /** The number of its messages and subscribers, plus one, when it was last used. */
  size: number
}

/**
 * Maximum of topics in memory, and of their messages and subscribers together. The least recently
 * used topic is dropped first.
 */
const max = { topics: 10_000, parts: 200_000 }

/**
 * The time until which a message is stored. It may be later than the message's end, because a
 * repeated request has to be recognised.
 */
export const retainedUntil = (seq: number, expires: number) =>
  Math.max(expires, Math.floor(seq / 1_000) + limits.requestMemory)

/**
 * The topics in memory. Only this process writes to the database, so they are up to date, and
 * include pending writes.
 */
export function createTopics(
  { messages, subscribers }: Pick<Tables, 'messages' | 'subscribers'>,
  { onBad, spend }: { onBad: () => void; spend: Slices['spend'] },
) {
  const remembered = new Map<string, Topic>()
  let parts = 0

  function read(name: string): Topic {
    const topic: Topic = {
      subscribers: new Map(),
      messages: 0,
      bytes: 0,
      known: new Map(),
      noted: new Set(),
      fullUntil: 0,
      writing: 0,
      size: 0,
    }
    for (const { key, value } of subscribers.getRange({ start: [name], end: [name, afterAll] }))
      if (typeof value === 'number') topic.subscribers.set(key[1], value)
    for (const { key, value } of messages.getRange({ start: [name, 0], end: [name, Infinity] })) {
      const row = readMessageRow(value)
      if (row) addMessage(topic, key[1], row)
      else onBad()
    }
    spend(1 + topic.subscribers.size + topic.messages)
    return topic
  }

  function measure(topic: Topic): void {
    const size = 1 + topic.messages + topic.subscribers.size
    parts += size - topic.size
    topic.size = size
  }

  function forgetOldest(): void {
    for (const [name, { writing, size }] of remembered) {
      if (remembered.size < max.topics && parts <= max.parts) return
      if (writing > 0) continue
      remembered.delete(name)
      parts -= size
    }
  }

  return {
    /** Returns a topic from memory, or reads it from the database. */
    of(name: string): Topic {
      const topic = remembered.get(name) ?? read(name)
      if (remembered.size >= max.topics || parts > max.parts) forgetOldest()
      remembered.delete(name)
      remembered.set(name, topic)
      measure(topic)
      return topic
    },
    /** Returns a topic from memory; undefined if it is not there. */
    peek: (name: string): Topic | undefined => remembered.get(name),
    /** Whether this object is still the one in memory for its topic. */
    isCurrent: (name: string, topic: Topic): boolean => remembered.get(name) === topic,
  }
}

/** Counts a message in its topic, and remembers its request and its text. */
export function addMessage(topic: Topic, seq: number, row: MessageRow): void {
  const [publisher, request, hash, expires] = row
  topic.messages += 1
  topic.bytes += lengthOf(row)
  const known = topic.known.get(publisher) ?? new Map<string, number>()
  if (known.size === 0) topic.known.set(publisher, known)
  known.set(request, retainedUntil(seq, expires))
  known.set(hash, expires)
}

/** Whether the publisher has already stored a message with the same request or the same text. */
export function isKnown(
  { known }: Topic,
  publisher: ClientId,
  { request, hash, now }: { request: string; hash: string; now: number },
): boolean {
  const own = known.get(publisher)
  return own !== undefined && ((own.get(request) ?? 0) > now || (own.get(hash) ?? 0) > now)
}

/** Stops counting a message in its topic, and forgets its request and its text. */
export function removeMessage(topic: Topic, row: MessageRow): void {
  const [publisher, request, hash, expires] = row
  topic.messages -= 1
  topic.bytes -= lengthOf(row)
  const known = topic.known.get(publisher)
  known?.delete(request)
  // a later message may have the same text, and must stay known
  if (known?.get(hash) === expires) known.delete(hash)
  if (known?.size === 0) topic.known.delete(publisher)
}
