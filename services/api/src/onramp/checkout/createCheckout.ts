import { createHmac } from 'node:crypto'
import { getRequestListener } from '@hono/node-server'
import { createBuckets } from '@latchkey/server/buckets'
import { clientAddress } from '@latchkey/server/clientAddress'
import { addressKey } from '@latchkey/server/clientAddress'
import type { ListenOptions } from '@latchkey/server/openPort'
import { send, serve, type Listening } from '@latchkey/server/serve'
import { createShares } from '@latchkey/server/shares'
import type { Access } from '../../db/createAccess.ts'
import type { Metrics } from '../../metrics.ts'
import { createPages } from './createPages.ts'
import { createMessageSender } from './createMessageSender.ts'
import type { Terms } from './session.ts'
import { insertSession } from './sessionStore.ts'

/** Limits of one client's connections and requests. A payment takes about five requests. */
const limits = {
  connections: { each: 200, all: 2_000 },
  rate: { max: 300, refill: 5, everySeconds: 1 },
}

/**
 * The sandbox's checkout: pages on a port of their own. Signed messages report the progress of a
 * payment to the API.
 */
export type Checkout = {
  /**
   * Creates the page of an order, once.
   * @returns its URL
   * @throws DatabaseError
   */
  open(orderId: string, terms: Terms, expiresAt: number): Promise<string>
  /** Opens a server, by default on this machine only. @throws the socket's error */
  listen(where: ListenOptions): Promise<Listening>
  close(options?: { drain?: number }): Promise<void>
}

export type CheckoutOptions = {
  access: Access
  /** Signs messages to the API, and derives the ids of pages. */
  key: Uint8Array
  /**
   * The checkout's URL for browsers. Absent: `checkout.localhost` with the port on which it
   * listens.
   */
  url?: string | undefined
  /** The URL that receives messages; undefined while it is not known yet. */
  webhookUrl: () => string | undefined
  fetch: typeof fetch
  now: () => number
  trustProxy: number
  metrics: Metrics
}

/** Makes the checkout. It shares only the database with the rest of the API. */
export function createCheckout({
  access,
  key,
  url,
  webhookUrl,
  fetch,
  now,
  trustProxy,
  metrics,
}: CheckoutOptions): Checkout {
  const messageSender = createMessageSender({ access, key, webhookUrl, fetch, now, metrics })
  const listener = getRequestListener(
    createPages({ access, now, onMessage: messageSender.wake, metrics }).fetch,
    { overrideGlobalObjects: false },
  )
  const buckets = createBuckets(limits.rate, now)
  const connections = createShares(
    trustProxy > 0 ? { each: Infinity, all: limits.connections.all } : limits.connections,
  )
  const opened: Listening[] = []
  const addressOf = () => url ?? `http://checkout.localhost:${opened[0]?.port ?? 0}`
  return {
    async open(orderId, terms, expiresAt) {
      const id = createHmac('sha256', key).update(`page ${orderId}`).digest('base64url')
      await access.run((queries) => insertSession(queries, { id, orderId, terms, expiresAt }))
      return `${addressOf()}/pay/${id}`
    },
    async listen(where) {
      const server = await serve({
        ...where,
        connections,
        addressOf: (socket) => addressKey(socket.remoteAddress ?? '') ?? '',
        onDefect: () => metrics.defects.add(),
        onRefused: (why) => metrics.refused({ why: `checkout ${why}` }).add(),
        async answer(request, response) {
          const { allowed, wait } = buckets.take(
            clientAddress(request, trustProxy) ?? clientAddress(request) ?? '',
            1,
          )
          if (allowed) return void (await listener(request, response))
          metrics.refused({ why: 'checkout rate' }).add()
          response.setHeader('retry-after', String(Math.max(1, Math.ceil(wait / 1_000))))
          send(response, 429, 'Too many requests', 'text/plain; charset=utf-8')
        },
      })
      opened.push(server)
      return { ...server, url: addressOf() }
    },
    async close(how) {
      await Promise.all(opened.splice(0).map((server) => server.close(how)))
      await messageSender.close()
    },
  }
}
