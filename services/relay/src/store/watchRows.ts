import * as v from 'valibot'
import type { ClientId } from './mailboxStore.ts'
import type { Hook, WatchEvent } from './watchStore.ts'

const type = v.picklist(['subscriber', 'publisher'])
const status = v.picklist(['accepted', 'queued', 'delivered'])

/** In one go: a hook may have many, and hooks are read with each message of their client. */
const tags = v.custom<number[]>((list) => Array.isArray(list) && list.every((tag) => typeof tag === 'number'))

const hook = v.object({ id: v.string(), type, service: v.string(), url: v.string(), tags, statuses: v.array(status), ends: v.number(), holder: v.optional(v.string(), '') })

const event = v.object({
  id: v.string(),
  client: v.custom<ClientId>((client) => typeof client === 'string'), // as it was written
  type,
  service: v.string(),
  url: v.string(),
  status,
  seq: v.number(),
  /** The message stands once for all its events; in rows of an earlier version it stands here. */
  data: v.optional(v.string()),
  /** Characters of the message. */
  length: v.optional(v.number()),
  at: v.number(),
  holder: v.optional(v.string(), ''),
})

/** An event, whose message may stand elsewhere. */
export type KeptEvent = v.InferOutput<typeof event>

/** A registration as it was kept. Undefined for what is none. */
export function readHook(value: unknown): Hook | undefined {
  const read = v.safeParse(hook, value)
  return read.success ? read.output : undefined
}

/** An event as it was kept. Undefined for what is none. */
export function readEvent(value: unknown): KeptEvent | undefined {
  const read = v.safeParse(event, value)
  return read.success ? read.output : undefined
}

/** What is kept of an event: its message stands elsewhere. */
export function keptOf({ data, ...kept }: WatchEvent): KeptEvent {
  return { ...kept, length: data.length }
}
