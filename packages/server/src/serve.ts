import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { nameOf, openPort, type ListenOptions } from './openPort.ts'
import { createHoldings, type Holding } from './holdings.ts'
import type { Shares } from './shares.ts'
import { wait, within } from './waiting.ts'

/** A server that is listening. */
export type Listening = {
  url: string
  port: number
  /**
   * Accepts no more connections, and ends requests that still run after `drain` milliseconds.
   * @default 5000
   */
  close(options?: { drain?: number }): Promise<void>
}

export type ServeOptions = ListenOptions & {
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  upgrade?: (request: IncomingMessage, stream: Duplex, head: Buffer) => Promise<void>
  /**
   * Limits the connections, by the socket's address. If there is no room for a new connection, it
   * is closed unread. But if another address has more than twice as many connections, the oldest of
   * those is closed instead. Absent: no limit.
   */
  connections?: Shares | undefined
  addressOf?: (socket: Socket) => string
  /**
   * `onDefect` is called with an unexpected error, which has ended one connection. `onRefused` is
   * called with the reason why a connection was closed: there was no room for it, its client sent
   * nothing, or its client did not read the answer.
   */
  onDefect: (error: unknown) => void
  onRefused?: (reason: 'connections' | 'silent' | 'slow') => void
  /** Time limits for clients, in milliseconds. */
  limits?: Partial<typeof usual>
  /**
   * A client has this many milliseconds to read everything that waits for it, however many bytes it
   * reads meanwhile. @default 30000
   */
  writeLimit?: number
}

/**
 * Time limits for clients, in milliseconds: for the first byte of a new connection, for the head of
 * a request, for a whole request, and between two requests. The last is longer than the idle time
 * of proxies, so that no connection is closed while a request arrives. `checkInterval` is the time
 * between two checks of the connections, so a slow client may be found that much later.
 */
const usual = {
  firstByte: 8_000,
  head: 10_000,
  request: 20_000,
  idle: 65_000,
  checkInterval: 1_000,
}
/** Running requests have this many milliseconds to end when the server closes. */
const drainLimit = 5_000
/**
 * How many requests of a connection may wait until an earlier one is answered. If there are more,
 * the connection is closed. Browsers never send requests ahead.
 */
const maxAhead = 8

/**
 * Starts an HTTP server, by default for this machine only. An error during an answer ends the
 * connection, never the process.
 * @throws the socket's error, such as EADDRINUSE without `fallback`
 */
export async function serve(options: ServeOptions): Promise<Listening> {
  const { answer, upgrade, onDefect } = options
  const limits = { ...usual, ...options.limits }
  const server = createServer({
    requestTimeout: limits.request,
    headersTimeout: limits.head,
    keepAliveTimeout: limits.idle,
    connectionsCheckingInterval: limits.checkInterval,
  })
  const guard = (work: Promise<void>, socket: Duplex) => {
    work.catch((error: unknown) => {
      onDefect(error)
      socket.destroy()
    })
  }
  const connections = new Connections(server, { ...options, limits })
  server.on('request', (request, response) =>
    connections.inTurn(request.socket, response, () =>
      guard(answer(request, response), request.socket),
    ),
  )
  if (upgrade)
    server.on('upgrade', (request, stream, head) => guard(upgrade(request, stream, head), stream))
  const port = await openPort(server, options)
  server.on('error', onDefect) // a single connection could not be accepted
  return {
    url: `http://${nameOf(options.host)}:${port}`,
    port,
    async close({ drain = drainLimit } = {}) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      connections.closeIdle()
      if (!(await within(drain, closed))) server.closeAllConnections()
      // the server does not know upgraded sockets any more
      await within(limits.checkInterval, closed)
      connections.stop()
    },
  }
}

type FollowOptions = ServeOptions & { limits: typeof usual }

/**
 * A connection that is followed. `begin` starts each received request; the first of them is being
 * answered.
 */
type Followed = {
  begin: (() => void)[]
  waitingSince: number | undefined
  place: Holding | undefined
  /** When the connection was opened, by `performance.now()`. */
  openedAt: number
}

/** Follows every connection: its received requests, and since when its client is slow. */
class Connections {
  readonly #server: Server
  readonly #options: FollowOptions
  readonly #open = new Map<Socket, Followed>()
  readonly #places: ReturnType<typeof createHoldings> | undefined
  readonly #looking: NodeJS.Timeout

  constructor(server: Server, options: FollowOptions) {
    this.#server = server
    this.#options = options
    this.#places = options.connections && createHoldings(options.connections)
    server.on('connection', (socket) => this.#enter(socket))
    // After an upgrade, the upgrade handler owns the socket. Without a handler there must be no
    // listener either, or Node would not answer the request.
    if (options.upgrade)
      server.on('upgrade', ({ socket }) => {
        this.#open.get(socket)?.place?.protect()
        this.#open.delete(socket)
      })
    this.#looking = setInterval(() => this.#look(), options.limits.checkInterval)
    this.#looking.unref()
  }

  /**
   * Answers the requests of a connection one after the other, so that no work is done before the
   * client has read the earlier answers.
   */
  inTurn(socket: Socket, response: ServerResponse, begin: () => void): void {
    const followed = this.#open.get(socket)
    if (!followed || socket.destroyed) return
    if (followed.begin.length > maxAhead) return void socket.destroy()
    followed.begin.push(begin)
    response.once('close', () => {
      // this answer is sent; bytes that wait from now on belong to the next answer
      followed.waitingSince = undefined
      followed.begin.shift()
      if (!socket.destroyed) followed.begin[0]?.()
      if (!this.#server.listening) this.closeIdle()
    })
    if (followed.begin.length === 1) begin()
  }

  /**
   * Closes idle connections. Node's own method skips connections that have not sent a request yet,
   * and keeps a connection that was just answered open.
   */
  closeIdle(): void {
    this.#open.forEach(({ begin }, socket) => begin.length === 0 && socket.destroySoon())
  }

  stop(): void {
    clearInterval(this.#looking)
  }

  #enter(socket: Socket): void {
    const { addressOf, onRefused } = this.#options
    const key = addressOf?.(socket) ?? socket.remoteAddress ?? ''
    const refuse = () => {
      onRefused?.('connections')
      socket.destroy()
    }
    const place = this.#places?.hold(key, refuse)
    if (place && place.take(1) !== 'taken') {
      place.end()
      return refuse()
    }
    const openedAt = performance.now()
    this.#open.set(socket, { begin: [], waitingSince: undefined, place, openedAt })
    socket.on('close', () => {
      this.#open.delete(socket)
      place?.end()
    })
  }

  /** Closes the connections of clients that are silent or slow. */
  #look(): void {
    const { onRefused, writeLimit = 30_000, limits } = this.#options
    const now = performance.now()
    for (const [socket, followed] of this.#open) {
      if (socket.bytesRead === 0 && now - followed.openedAt >= limits.firstByte) {
        // Earlier than Node's own limit: Node would answer a client that has sent no request and
        // may never read the answer.
        onRefused?.('silent')
        socket.destroy()
      } else if (socket.writableLength === 0) followed.waitingSince = undefined
      else if (now - (followed.waitingSince ??= now) >= writeLimit) {
        onRefused?.('slow')
        socket.destroy()
      }
    }
  }
}

/** Sends a whole answer. */
export function send(
  response: ServerResponse,
  status: number,
  body: string,
  type = 'application/json',
): void {
  response
    .writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
    .end(body)
}

/** Waits until a response is sent, or its client has disconnected. */
export async function sent(response: ServerResponse): Promise<void> {
  if (response.writableFinished || response.destroyed) return
  const left = new AbortController()
  response.once('close', () => left.abort())
  await wait(2 ** 31 - 1, left.signal)
}
