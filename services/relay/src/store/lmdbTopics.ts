import { limits } from '../limits.ts'
import type { Slices } from './createSlices.ts'
import { lengthOf, readMessageRow } from './lmdbRows.ts'
import { afterAll, type MessageRow, type Tables } from './lmdbTables.ts'
import type { ClientId } from './mailboxStore.ts'

/** The part of a topic that is in memory. */
export type Topic = {
  /** The end of each subscription. */
  subscribers: Map<ClientId, number>
  messages: number
  bytes: number
  /**
   * By publisher: the time until which each request, and each message's text (by its hash), must
   * not be stored again.
   */
  known: Map<ClientId, Map<string, number>>
  /** Minutes for which the database has a row about due data. */
  noted: Set<number>
  /**
   * The time (of `performance.now`) before which no search for room starts, because the last one
   * was long and failed.
   */
  fullUntil: number
  /**
   * The number of messages that are being written. The database does not show them yet, so this
   * topic must stay in memory.
   */
  writing: number
  /** The number of its parts when it was last used. */
  size: number
}

/**
 * Max topics in memory, and max of their messages and subscribers. The least recently used topic is
 * dropped first.
 */
const max = { topics: 10_000, parts: 200_000 }

/**
 * The time until which a message is stored. It is longer than its life when its request has to be
 * recognised.
 */
export const retainedUntil = (seq: number, expires: number) =>
  Math.max(expires, Math.floor(seq / 1_000) + limits.requestMemory)

/**
 * Topics in use. Only this process writes, so they match the contents of the database, including
 * pending writes.
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
    /** The topic, from memory or from the database. */
    of(name: string): Topic {
      const topic = remembered.get(name) ?? read(name)
      if (remembered.size >= max.topics || parts > max.parts) forgetOldest()
      remembered.delete(name)
      remembered.set(name, topic)
      measure(topic)
      return topic
    },
    /** The topic only if it is in memory. */
    peek: (name: string): Topic | undefined => remembered.get(name),
    /** Whether this is still the object in memory for the topic. */
    isCurrent: (name: string, topic: Topic): boolean => remembered.get(name) === topic,
  }
}

/** Counts a message of a topic. */
export function addMessage(topic: Topic, seq: number, row: MessageRow): void {
  const [publisher, request, hash, expires] = row
  topic.messages += 1
  topic.bytes += lengthOf(row)
  const known = topic.known.get(publisher) ?? new Map<string, number>()
  if (known.size === 0) topic.known.set(publisher, known)
  known.set(request, retainedUntil(seq, expires))
  known.set(hash, expires)
}

/** Whether the publisher's request, or its text, is already stored. */
export function isKnown(
  { known }: Topic,
  publisher: ClientId,
  { request, hash, now }: { request: string; hash: string; now: number },
): boolean {
  const own = known.get(publisher)
  return own !== undefined && ((own.get(request) ?? 0) > now || (own.get(hash) ?? 0) > now)
}

/** Stops counting a message. */
export function removeMessage(topic: Topic, row: MessageRow): void {
  const [publisher, request, hash, expires] = row
  topic.messages -= 1
  topic.bytes -= lengthOf(row)
  const known = topic.known.get(publisher)
  known?.delete(request)
  // a later message may have the same text
  if (known?.get(hash) === expires) known.delete(hash)
  if (known?.size === 0) topic.known.delete(publisher)
}
