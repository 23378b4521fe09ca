/**
 * The server of the relay's bench, in its own process under `node --expose-gc`: `serve.entry.ts relay
 * <folder>`, `serve.entry.ts node <address of a Redis>` or `serve.entry.ts echo`. Sends its parent the address,
 * and its memory or its processor time on request. Ends with its parent.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { createRelay } from '../../../services/relay/src/createRelay.ts'
import { createLmdbStore } from '../../../services/relay/src/store/lmdbStore.ts'
import type { MailboxStore } from '../../../services/relay/src/store/mailboxStore.ts'
import { createRedisStore } from '../../../services/relay/src/store/redisStore.ts'

/** Messages of the process. Memory is in bytes, processor time in milliseconds since the start. */
export type RelayMessage = { url: string } | { rss: number; heap: number } | { processor: number }

const [kind, place = ''] = process.argv.slice(2)
const send = (message: RelayMessage) => process.send?.(message)

/** No quotas, because all load comes from one address, and the default quotas are lower. */
const whole = { messages: Infinity, bytes: Infinity, subscriptions: Infinity }
const shares = { client: whole, address: whole }

async function serveRelay(store: MailboxStore): Promise<string> {
  const relay = createRelay({ store, shares: false, overload: false })
  return (await relay.listen({ port: 0 })).url
}

/** Serves the smallest possible server over `ws`, for comparison. */
function serveEcho(): Promise<string> {
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  sockets.on('connection', (socket) =>
    socket.on('message', (data) => socket.send(data, { binary: false })),
  )
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ) // a server on a port has such an address
  })
}

async function serve(): Promise<string> {
  if (kind === 'echo') return serveEcho()
  return serveRelay(
    kind === 'node'
      ? await createRedisStore({ urls: [place], shares })
      : await createLmdbStore({ folder: place, shares }),
  )
}

process.on('disconnect', () => process.exit(0))
process.on('message', (request) => {
  const { user, system } = process.cpuUsage()
  if (request === 'processor') return send({ processor: (user + system) / 1_000 })
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  send({ rss, heap: heapUsed })
})
send({ url: await serve() })
