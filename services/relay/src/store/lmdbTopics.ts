import { limits } from '../limits.ts'
import { afterAll, type Kept, type Tables } from './lmdbTables.ts'
import type { ClientId } from './mailboxStore.ts'

/** What is known of a topic without asking the database. */
export type Topic = {
  /** When each subscription ends. */
  subscribers: Map<ClientId, number>
  messages: number
  bytes: number
  /** Until when each request, and the text of each message (by its hash), is not to be stored again, by publisher. */
  known: Map<ClientId, Map<string, number>>
  /** Minutes for which it is noted that something is due. */
  noted: Set<number>
  /** Messages being written: the database does not show them yet, so this must not be forgotten. */
  writing: number
}

/** Topics that are remembered; the one that was quiet for longest is forgotten first. */
const most = 20_000

/** Until when a message is kept, which is longer than it lives when its request is to be remembered. */
export const keptUntil = (seq: number, expires: number) => Math.max(expires, Math.floor(seq / 1_000) + limits.requestMemory)

/** Topics in use. Only this process writes, so what is remembered is what the database holds or is about to hold. */
export function createTopics({ messages, subscribers }: Tables) {
  const remembered = new Map<string, Topic>()

  function read(name: string): Topic {
    const topic: Topic = { subscribers: new Map(), messages: 0, bytes: 0, known: new Map(), noted: new Set(), writing: 0 }
    for (const { key, value } of subscribers.getRange({ start: [name], end: [name, afterAll] })) topic.subscribers.set(key[1], value)
    for (const { key, value } of messages.getRange({ start: [name, 0], end: [name, Infinity] })) addMessage(topic, key[1], value)
    return topic
  }

  function forgetOldest(): void {
    for (const [name, { writing }] of remembered) {
      if (writing > 0) continue
      remembered.delete(name)
      return
    }
  }

  return {
    /** The topic, read when it is not remembered. */
    of(name: string): Topic {
      const topic = remembered.get(name) ?? read(name)
      remembered.delete(name)
      remembered.set(name, topic)
      if (remembered.size > most) forgetOldest()
      return topic
    },
    /** The topic only if it is remembered. */
    peek: (name: string): Topic | undefined => remembered.get(name),
  }
}

/** Counts a message of a topic. */
export function addMessage(topic: Topic, seq: number, [publisher, request, hash, expires, data]: Kept): void {
  topic.messages += 1
  topic.bytes += data.length
  const known = topic.known.get(publisher) ?? new Map<string, number>()
  if (known.size === 0) topic.known.set(publisher, known)
  known.set(request, keptUntil(seq, expires))
  known.set(hash, expires)
}

/** Whether the publisher's request, or its text, is kept already. */
export function isKnown({ known }: Topic, publisher: ClientId, { request, hash, now }: { request: string; hash: string; now: number }): boolean {
  const own = known.get(publisher)
  return own !== undefined && ((own.get(request) ?? 0) > now || (own.get(hash) ?? 0) > now)
}

/** Counts a message no more. */
export function removeMessage(topic: Topic, [publisher, request, hash, expires, data]: Kept): void {
  topic.messages -= 1
  topic.bytes -= data.length
  const known = topic.known.get(publisher)
  known?.delete(request)
  // a later message may have the same text
  if (known?.get(hash) === expires) known.delete(hash)
  if (known?.size === 0) topic.known.delete(publisher)
}
