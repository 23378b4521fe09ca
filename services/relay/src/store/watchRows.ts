import * as v from 'valibot'
import type { ClientId } from './mailboxStore.ts'
import type { Hook, WatchEvent } from './watchStore.ts'

const type = v.picklist(['subscriber', 'publisher'])
const status = v.picklist(['accepted', 'queued', 'delivered'])

const hook = v.object({ id: v.string(), type, service: v.string(), url: v.string(), tags: v.array(v.number()), statuses: v.array(status), ends: v.number() })

const event = v.object({
  id: v.string(),
  client: v.custom<ClientId>((client) => typeof client === 'string'), // as it was written
  type,
  service: v.string(),
  url: v.string(),
  status,
  seq: v.number(),
  data: v.string(),
  at: v.number(),
})

/** A registration as it was kept. Undefined for what is none. */
export function readHook(value: unknown): Hook | undefined {
  return v.is(hook, value) ? value : undefined
}

/** An event as it was kept. Undefined for what is none. */
export function readEvent(value: unknown): WatchEvent | undefined {
  return v.is(event, value) ? value : undefined
}
