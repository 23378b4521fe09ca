import * as v from 'valibot'
import type { Hook, WatchEvent } from './watchStore.ts'
import type { ClientId } from '../auth/didKey.ts'

const type = v.picklist(['subscriber', 'publisher'])
const status = v.picklist(['accepted', 'queued', 'delivered'])

/**
 * A list of tags. It is checked in one pass instead of item by item, because a webhook may have
 * many tags, and it is read for each message of its client.
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
  // only ids of clients are stored there
  client: v.custom<ClientId>((client) => typeof client === 'string'),
  type,
  service: v.string(),
  url: v.string(),
  status,
  seq: v.number(),
  /**
   * The message, in rows of an earlier version. Newer versions store it once for all its events.
   */
  data: v.optional(v.string()),
  /** Number of characters of the message. */
  length: v.optional(v.number()),
  at: v.number(),
  holder: v.optional(v.string(), ''),
})

/** The row of an event. Its message may be stored elsewhere. */
export type EventRow = v.InferOutput<typeof event>

/** Reads a stored webhook. Undefined for an invalid row. */
export function readHook(value: unknown): Hook | undefined {
  const read = v.safeParse(hook, value)
  return read.success ? read.output : undefined
}

/** Reads a stored event. Undefined for an invalid row. */
export function readEvent(value: unknown): EventRow | undefined {
  const read = v.safeParse(event, value)
  return read.success ? read.output : undefined
}

/** The part of an event that its row contains. The message is stored elsewhere. */
export function eventRow({ data, ...stored }: WatchEvent): EventRow {
  return { ...stored, length: data.length }
}
