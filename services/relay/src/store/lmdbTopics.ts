import { limits } from '../limits.ts'
import type { Slices } from './createSlices.ts'
import { lengthOf, readMessageRow } from './lmdbRows.ts'
import { afterAll, type MessageRow, type Tables } from './lmdbTables.ts'
import type { ClientId } from './mailboxStore.ts'

/** The part of a topic that is in memory. */
export type Topic = {
  /** When each subscription ends. */
  subscribers: Map<ClientId, number>
  messages: number
  bytes: number
  /**
   * By publisher: until when each request, and the text of each message (by its hash), must not be
   * stored again.
   */
  known: Map<ClientId, Map<string, number>>
  /** Minutes for which the database has a row that something is due. */
  noted: Set<number>
  /** No search for room before this time (of `performance.now`): the last search was long and failed. */
  fullUntil: number
  /**
   * How many messages are being written: the database does not show them yet, so this topic must
   * stay in memory.
   */
  writing: number
  /** How many parts it had when it was last used. */
  size: number
}

/**
 * Max topics in memory, and max messages and subscribers; the topic that was unused for longest is
 * dropped first.
 */
const max = { topics: 10_000, parts: 200_000 }

/** Until when a message is stored: longer than its life when its request has to be remembered. */
export const retainedUntil = (seq: number, expires: number) =>
  Math.max(expires, Math.floor(seq / 1_000) + limits.requestMemory)

/**
 * Topics in use. Only this process writes, so these match what the database holds or is about to
 * hold.
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
