import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { relayClose } from '@latchkey/protocol/relay'
import { createTurns } from '@latchkey/server/turns'
import { within } from '@latchkey/server/waiting'
import type { Admit } from '../auth/admit.ts'
import { limits } from '../limits.ts'
import type { Refusal } from '../metrics.ts'
import type { Caller } from '../rpc/method.ts'
import { defect, type Service } from '../service.ts'
import { Connection } from './connection.ts'
import { dismiss } from './dismiss.ts'

/** Milliseconds that a client gets for its closing handshake. */
const closeTimeout = 1_000
/** How often sockets are checked within the shortest of their time limits. */
const looks = 5

/** Defined here, because a function inside `enter` would keep the whole request in memory. */
const ignored = () => {}
const away = (stream: Duplex) =>
  void stream.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')

/** Options that both WebSocket servers share. */
const common = { noServer: true, perMessageDeflate: false, clientTracking: false } as const

/**
 * Accepts WebSocket connections that `admit` allows. While the process is overloaded, all new
 * clients are refused.
 */
export class Entrance {
  readonly #service: Service
  readonly #admit: Admit
  readonly #addressOf: (request: IncomingMessage) => string
  readonly #isOverloaded: () => boolean
  readonly #connections = new Set<Connection>()
  readonly #sockets = new WebSocketServer({
    ...common,
    maxPayload: limits.frame.received,
    maxFragments: limits.fragments,
  })
  /** The server for refused clients. It accepts only frames of a closing handshake's size. */
  readonly #refusals = new WebSocketServer({ ...common, maxPayload: 125 })
  /** Open sockets, including the sockets of refused clients. */
  readonly #open = new Set<WebSocket>()
  /**
   * Limits how many new clients are checked concurrently, so that connected clients are served
   * meanwhile.
   */
  readonly #turns = createTurns(limits.entering)
  readonly #tending: NodeJS.Timeout
  #closing = false

  constructor(
    service: Service,
    admit: Admit,
    {
      addressOf,
      isOverloaded,
    }: { addressOf: (request: IncomingMessage) => string; isOverloaded: () => boolean },
  ) {
    this.#service = service
    this.#admit = admit
    this.#addressOf = addressOf
    this.#isOverloaded = isOverloaded
    this.#tending = setInterval(
      () => this.#connections.forEach((connection) => this.#tend(connection)),
      Math.ceil(
        Math.min(service.options.heartbeat, service.options.redelivery, service.options.slow) /
          looks,
      ),
    )
    this.#tending.unref()
  }

  async enter(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    stream.on('error', ignored) // the client may disconnect before it is admitted
    if (this.#closing) return away(stream)
    const address = this.#addressOf(request)
    const tooMuch = (refusal: Refusal, reason: string) => {
      this.#service.metrics.refused(refusal).add()
      this.#refuse(request, stream, head, relayClose.tooMuch, reason)
    }
    if (this.#isOverloaded()) return tooMuch('overloaded', 'Overloaded, try again later')
    if (!this.#service.shares.connects.take(address, 1).allowed)
      return tooMuch('connects', 'Too many connections')
    const admission = await this.#turns.run(() => this.#admit(request))
    if (stream.destroyed) return // the client disconnected while its token was checked
    if (this.#closing) return away(stream)
    this.#service.metrics.connection('client' in admission ? 'accepted' : admission.tag).add()
    if ('tag' in admission) {
      this.#service.log('warn', 'refused', { reason: admission.tag })
      return this.#refuse(request, stream, head, relayClose.refused, admission.reason)
    }
    // a client beyond its limit cannot evade it with a new socket
    if (this.#service.shares.debt({ ...admission, address }) > 0)
      return tooMuch('requests', 'Too many requests')
    const missing = this.#takeSocket(admission.client, address)
    if (missing) return tooMuch(missing, 'Too many connections')
    stream.on('close', this.#givingBack(admission.client, address))
    this.#accept(request, stream, head, {
      client: admission.client,
      accepts: admission.accepts,
      address,
    })
  }

  /**
   * Closes each socket when its running requests are answered, but after `drain` milliseconds at
   * the latest.
   */
  async close(drain: number): Promise<void> {
    this.#closing = true
    this.#service.log('info', 'draining', { sockets: this.#connections.size })
    await within(drain, Promise.all([...this.#connections].map((connection) => connection.drain())))
    await within(
      closeTimeout,
      Promise.all(
        [...this.#open].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
      ),
    )
    for (const socket of this.#open) socket.terminate()
    clearInterval(this.#tending)
  }

  #tend(connection: Connection): void {
    try {
      connection.tend()
    } catch (error) {
      defect(this.#service, error)
    }
  }

  #accept(request: IncomingMessage, stream: Duplex, head: Buffer, caller: Caller): void {
    this.#sockets.handleUpgrade(request, stream, head, (socket) => {
      const connection = new Connection(this.#service, socket, stream, caller)
      this.#open.add(socket)
      this.#connections.add(connection)
      this.#service.metrics.sockets.add()
      // `once` would create three more objects for each idle socket
      socket.on('close', () => {
        this.#open.delete(socket)
        this.#connections.delete(connection)
        connection.end()
      })
      stream.off('error', ignored) // from now on `Connection` handles errors
    })
  }

  /**
   * Accepts a refused client, sends the reason, and closes the socket, because a web page cannot
   * read the HTTP status of a refused socket.
   */
  #refuse(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    code: number,
    reason: string,
  ): void {
    this.#refusals.handleUpgrade(request, stream, head, (socket) => {
      this.#open.add(socket)
      socket.on('close', () => this.#open.delete(socket))
      socket.on('error', ignored) // the socket is about to close
      // one tick later, because clients attach their listeners when the socket opens
      setImmediate(() => dismiss(socket, stream, code, reason))
    })
  }

  /**
   * Counts a new socket for its address and its client.
   * @returns the name of the limit that is reached; undefined when the socket is counted
   */
  #takeSocket(client: string, address: string): Refusal | undefined {
    const taken = this.#service.shares.sockets.address.take(address)
    if (taken !== 'taken') return taken === 'all' ? 'all' : 'address'
    if (this.#service.shares.sockets.client.take(client) === 'taken') return undefined
    this.#service.shares.sockets.address.give(address)
    return 'client'
  }

  /**
   * Makes the function that stops counting a socket. It is not inside `enter`, because a function
   * there would keep the whole request in memory.
   */
  #givingBack(client: string, address: string): () => void {
    return () => {
      this.#service.shares.sockets.address.give(address)
      this.#service.shares.sockets.client.give(client)
    }
  }
}
