import * as v from 'valibot'
import type { ClientId } from './mailboxStore.ts'
import type { Hook, WatchEvent } from './watchStore.ts'

const type = v.picklist(['subscriber', 'publisher'])
const status = v.picklist(['accepted', 'queued', 'delivered'])

/**
 * Tags, checked in one pass. A hook may have many tags, and hooks are read with each message of
 * their client.
 */
const tags = v.custom<number[]>(
  (list) => Array.isArray(list) && list.every((tag) => typeof tag === 'number'),
)

const hook = v.object({
  id: v.string(),
  type,
  service: v.string(),
  url: v.string(),
  tags,
  statuses: v.array(status),
  ends: v.number(),
  holder: v.optional(v.string(), ''),
})

const event = v.object({
  id: v.string(),
  client: v.custom<ClientId>((client) => typeof client === 'string'), // it was stored as a client
  type,
  service: v.string(),
  url: v.string(),
  status,
  seq: v.number(),
  /** The message, in rows of an earlier version. Now it is stored once for all its events. */
  data: v.optional(v.string()),
  /** Characters of the message. */
  length: v.optional(v.number()),
  at: v.number(),
  holder: v.optional(v.string(), ''),
})

/** An event. Its message may be stored elsewhere. */
export type EventRow = v.InferOutput<typeof event>

/** Reads a stored registration. Undefined for an invalid row. */
export function readHook(value: unknown): Hook | undefined {
  const read = v.safeParse(hook, value)
  return read.success ? read.output : undefined
}

/** Reads a stored event. Undefined for an invalid row. */
export function readEvent(value: unknown): EventRow | undefined {
  const read = v.safeParse(event, value)
  return read.success ? read.output : undefined
}

/** The stored part of an event. Its message is stored elsewhere. */
export function eventRow({ data, ...stored }: WatchEvent): EventRow {
  return { ...stored, length: data.length }
}
