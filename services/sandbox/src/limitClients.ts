import type { HttpBindings } from '@hono/node-server'
import { createBuckets } from '@latchkey/server/buckets'
import { clientAddress } from '@latchkey/server/clientAddress'
import type { Context, Hono } from 'hono'
import type { IncomingMessage } from 'node:http'
import type { CheckedOptions } from './options.ts'
import type { Service } from './service.ts'

/** The limit of one client's requests. A payment takes about five. */
const rate = { max: 300, refill: 5, everySeconds: 1 }
/** The text of the answer 429. */
export const tooMany = 'Too many requests'

/**
 * The server's routes. Their requests carry Node's request, from which the client's address is
 * read.
 */
export type App = Hono<{ Bindings: HttpBindings }>
/** The context of a request in `App`. */
export type Call = Context<{ Bindings: HttpBindings }>

/**
 * Counts a request of a client. When there were too many, it returns the headers of the answer 429.
 */
export type Limit = (request: IncomingMessage) => { 'retry-after': string } | undefined

/** Makes the limit of each client's requests. */
export function limitClients(
  { trustProxy }: Pick<CheckedOptions, 'trustProxy'>,
  { now, metrics }: Pick<Service, 'now' | 'metrics'>,
): Limit {
  const buckets = createBuckets(rate, now)
  return (request) => {
    const client = clientAddress(request, trustProxy) ?? clientAddress(request) ?? ''
    const { allowed, wait } = buckets.take(client, 1)
    if (allowed) return undefined
    metrics.refused({ why: 'rate' }).add()
    return { 'retry-after': String(Math.max(1, Math.ceil(wait / 1_000))) }
  }
}
