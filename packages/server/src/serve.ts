import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { nameOf, openPort, type ListenOptions } from './openPort.ts'
import { createHoldings, type Holding } from './holdings.ts'
import type { Shares } from './shares.ts'
import { wait, within } from './waiting.ts'

/** A server that answers. */
export type Listening = {
  url: string
  port: number
  /** Takes nobody in any more, and ends what runs after `drain` milliseconds at the latest. @default 5000 */
  close(options?: { drain?: number }): Promise<void>
}

export type ServeOptions = ListenOptions & {
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  upgrade?: (request: IncomingMessage, stream: Duplex, head: Buffer) => Promise<void>
  /** Connections by the socket's address; one that finds no room is closed unread, unless another address has more: then its oldest is closed. Absent: no limit. */
  connections?: Shares | undefined
  addressOf?: (socket: Socket) => string
  /** Hears of a defect that ended one connection, and of what was refused: a connection that found no room, a client that took no answer. */
  onDefect: (error: unknown) => void
  onRefused?: (reason: 'connections' | 'slow') => void
  /** Milliseconds in which a client has to have taken all that waits for it, however many of its bytes it takes meanwhile. @default 30000 */
  writeLimit?: number
}

/** Milliseconds in which a client has to have sent its request. */
const requestLimit = 30_000
/** Milliseconds that a connection may be idle: longer than proxies keep theirs, so that none is closed under a request on its way. */
const idleLimit = 65_000
/** Milliseconds that running requests have to end when the server closes. */
const drainLimit = 5_000
/** Milliseconds after which connections are looked at again: who takes nothing is found so much later. */
const lookEvery = 1_000
/** The same for requests that do not come to their end. */
const lookForRequestsEvery = 5_000
/** Requests of a connection that wait for the answer of the one before. Browsers send none ahead; more than these are not read. */
const mostAhead = 8

/**
 * Opens an HTTP server, by default on this machine only. What throws while one request is answered ends its connection, never the
 * process.
 * @throws the socket's error, for instance EADDRINUSE without `fallback`
 */
export async function serve(options: ServeOptions): Promise<Listening> {
  const { answer, upgrade, onDefect } = options
  const server = createServer({ requestTimeout: requestLimit, headersTimeout: requestLimit, keepAliveTimeout: idleLimit, connectionsCheckingInterval: lookForRequestsEvery })
  const guard = (work: Promise<void>, socket: Duplex) => {
    work.catch((error: unknown) => {
      onDefect(error)
      socket.destroy()
    })
  }
  const connections = followConnections(server, options)
  server.on('request', (request, response) => connections.inTurn(request.socket, response, () => guard(answer(request, response), request.socket)))
  if (upgrade) server.on('upgrade', (request, stream, head) => guard(upgrade(request, stream, head), stream))
  const port = await openPort(server, options)
  server.on('error', onDefect) // of one connection that could not be accepted
  return {
    url: `http://${nameOf(options.host)}:${port}`,
    port,
    async close({ drain = drainLimit } = {}) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      connections.closeIdle()
      if (!(await within(drain, closed))) server.closeAllConnections()
      // sockets that were upgraded are no longer the server's
      await within(lookEvery, closed)
      connections.stop()
    },
  }
}

/** `begin`: of the requests that have come, the first of which is being answered. */
type Followed = { begin: (() => void)[]; waitingSince: number | undefined; place: Holding | undefined }

/** Knows every connection: which requests have come on it, and since when it does not take what is written. */
function followConnections(server: Server, { connections, addressOf, upgrade, onRefused, writeLimit = 30_000 }: ServeOptions) {
  const open = new Map<Socket, Followed>()
  const places = connections && createHoldings(connections)

  server.on('connection', (socket) => {
    const key = addressOf?.(socket) ?? socket.remoteAddress ?? ''
    const refuse = () => {
      onRefused?.('connections')
      socket.destroy()
    }
    const place = places?.hold(key, refuse)
    if (place && place.take(1) !== 'taken') {
      place.end()
      return refuse()
    }
    open.set(socket, { begin: [], waitingSince: undefined, place })
    socket.on('close', () => {
      open.delete(socket)
      place?.end()
    })
  })
  // from here on the upgrade handler has it; without one nothing may listen, or Node leaves the request unanswered
  if (upgrade) server.on('upgrade', ({ socket }) => {
    open.get(socket)?.place?.keep()
    open.delete(socket)
  })

  /** Answers one request of a connection after the other: work is done no faster than its answers are taken. */
  function inTurn(socket: Socket, response: ServerResponse, begin: () => void): void {
    const followed = open.get(socket)
    if (!followed || socket.destroyed) return
    if (followed.begin.length > mostAhead) return void socket.destroy()
    followed.begin.push(begin)
    response.once('close', () => {
      followed.waitingSince = undefined // it has left: what waits from here on is of the next
      followed.begin.shift()
      if (!socket.destroyed) followed.begin[0]?.()
      if (!server.listening) closeIdle()
    })
    if (followed.begin.length === 1) begin()
  }

  /** Node's own leaves out connections that have not been used yet, and lets a browser keep one that has just been answered. */
  const closeIdle = () => open.forEach(({ begin }, socket) => begin.length === 0 && socket.destroySoon())

  const looking = setInterval(() => {
    const now = performance.now()
    for (const [socket, followed] of open) {
      if (socket.writableLength === 0) followed.waitingSince = undefined
      else if (now - (followed.waitingSince ??= now) >= writeLimit) {
        onRefused?.('slow')
        socket.destroy()
      }
    }
  }, lookEvery)
  looking.unref()
  return { inTurn, closeIdle, stop: () => clearInterval(looking) }
}

/** Ends an answer whose text is there. */
export function send(response: ServerResponse, status: number, body: string, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
}

/** Waits until a response has left or its client has. */
export async function sent(response: ServerResponse): Promise<void> {
  if (response.writableFinished || response.destroyed) return
  const left = new AbortController()
  response.once('close', () => left.abort())
  await wait(2 ** 31 - 1, left.signal)
}
