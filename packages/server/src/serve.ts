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
   * Accepts no more connections, and ends running requests after at most `drain` milliseconds.
   * @default 5000
   */
  close(options?: { drain?: number }): Promise<void>
}

export type ServeOptions = ListenOptions & {
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  upgrade?: (request: IncomingMessage, stream: Duplex, head: Buffer) => Promise<void>
  /**
   * Limits of connections, by the socket's address. A new one without room is closed unread, unless
   * another address has more: then the oldest of that address is closed. Absent: no limit.
   */
  connections?: Shares | undefined
  addressOf?: (socket: Socket) => string
  /**
   * Called with a defect that ended one connection, and with the reason of a refusal: no room for a
   * connection, a client that sends nothing, or one that does not read its answer.
   */
  onDefect: (error: unknown) => void
  onRefused?: (reason: 'connections' | 'silent' | 'slow') => void
  /** Time limits for clients, in milliseconds. */
  limits?: Partial<typeof usual>
  /**
   * Milliseconds in which a client has to read everything that waits for it, however many bytes it
   * reads meanwhile. @default 30000
   */
  writeLimit?: number
}

/**
 * Time limits for clients in milliseconds: for the first byte of a new connection, for the head of
 * a request, for a whole request, and between two requests. The last is longer than the idle time
 * of proxies, so that no connection is closed while a request arrives. `checkInterval`: between two
 * checks of the connections; a slow one may be found that much later.
 */
const usual = {
  firstByte: 8_000,
  head: 10_000,
  request: 20_000,
  idle: 65_000,
  checkInterval: 1_000,
}
/** Milliseconds for running requests to end when the server closes. */
const drainLimit = 5_000
/**
 * Max requests of a connection that wait for the answer to an earlier one. With more it is closed.
 * Browsers do not pipeline.
 */
const maxAhead = 8

/**
 * Opens an HTTP server, by default on this machine only. An error while a request is answered ends
 * its connection, never the process.
 * @throws the socket's error, for instance EADDRINUSE without `fallback`
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
  server.on('error', onDefect) // an error of one connection that could not be accepted
  return {
    url: `http://${nameOf(options.host)}:${port}`,
    port,
    async close({ drain = drainLimit } = {}) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      connections.closeIdle()
      if (!(await within(drain, closed))) server.closeAllConnections()
      // upgraded sockets no longer belong to the server
      await within(limits.checkInterval, closed)
      connections.stop()
    },
  }
}

type FollowOptions = ServeOptions & { limits: typeof usual }

/**
 * A followed connection. `begin`: functions that start the received requests; the first of them is
 * being answered.
 */
type Followed = {
  begin: (() => void)[]
  waitingSince: number | undefined
  place: Holding | undefined
  /** The time at which it was opened, by `performance.now()`. */
  openedAt: number
}

/** Follows every connection: its received requests, and the time since which its client is slow. */
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
    // from now on the upgrade handler owns the socket; without a handler there must be no listener,
    // or Node leaves the request unanswered
    if (options.upgrade)
      server.on('upgrade', ({ socket }) => {
        this.#open.get(socket)?.place?.protect()
        this.#open.delete(socket)
      })
    this.#looking = setInterval(() => this.#look(), options.limits.checkInterval)
    this.#looking.unref()
  }

  /**
   * Answers the requests of a connection one after the other, so that no work is done before
   * earlier answers are read.
   */
  inTurn(socket: Socket, response: ServerResponse, begin: () => void): void {
    const followed = this.#open.get(socket)
    if (!followed || socket.destroyed) return
    if (followed.begin.length > maxAhead) return void socket.destroy()
    followed.begin.push(begin)
    response.once('close', () => {
      // this answer has left, so bytes that wait from now on belong to the next one
      followed.waitingSince = undefined
      followed.begin.shift()
      if (!socket.destroyed) followed.begin[0]?.()
      if (!this.#server.listening) this.closeIdle()
    })
    if (followed.begin.length === 1) begin()
  }

  /**
   * Closes idle connections. Node's own method omits connections that have not sent a request, and
   * keeps one that was just answered open for a browser.
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

  /** Closes connections whose clients are silent or slow. */
  #look(): void {
    const { onRefused, writeLimit = 30_000, limits } = this.#options
    const now = performance.now()
    for (const [socket, followed] of this.#open) {
      if (socket.bytesRead === 0 && now - followed.openedAt >= limits.firstByte) {
        // before Node's own limit, which would answer a client that has sent no request and may not
        // read the answer
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

/** Sends a complete answer. */
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

/** Waits until a response has left or its client has disconnected. */
export async function sent(response: ServerResponse): Promise<void> {
  if (response.writableFinished || response.destroyed) return
  const left = new AbortController()
  response.once('close', () => left.abort())
  await wait(2 ** 31 - 1, left.signal)
}
