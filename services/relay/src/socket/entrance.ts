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

/** Milliseconds that clients have for the closing handshake. */
const closeTimeout = 1_000
/** How many times the sockets are tended during the shortest of the waiting times. */
const looks = 5

/** Defined here so that no closure keeps the request alive: see `givingBack`. */
const ignored = () => {}
const away = (stream: Duplex) =>
  void stream.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')

/** Options of both servers of WebSockets. */
const common = { noServer: true, perMessageDeflate: false, clientTracking: false } as const

/**
 * Makes WebSocket connections from HTTP upgrades that `admit` allows; while the service is
 * overloaded, all are refused.
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
  /** Of a refused client only the closing handshake is read. */
  readonly #refusals = new WebSocketServer({ ...common, maxPayload: 125 })
  /** Sockets that are open, those of refused clients too. */
  readonly #open = new Set<WebSocket>()
  /** A thousand new clients are checked in turns, and connected clients are served in between. */
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
    if (stream.destroyed) return // the client left while its token was checked
    if (this.#closing) return away(stream)
    this.#service.metrics.connection('client' in admission ? 'accepted' : admission.tag).add()
    if ('tag' in admission) {
      this.#service.log('warn', 'refused', { reason: admission.tag })
      return this.#refuse(request, stream, head, relayClose.refused, admission.reason)
    }
    // a new socket does not reset the debt of a client
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

  /** Closes all sockets once their running requests are answered, or after `drain` milliseconds. */
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
      // `once` would cost every idle socket three more objects
      socket.on('close', () => {
        this.#open.delete(socket)
        this.#connections.delete(connection)
        connection.end()
      })
      stream.off('error', ignored) // from here on the socket handles errors
    })
  }

  /**
   * Accepts a refused client, sends it the reason and closes: browsers can't see an HTTP status.
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
      // a tick later: clients attach their listeners when the socket is open
      setImmediate(() => dismiss(socket, stream, code, reason))
    })
  }

  /**
   * Takes the shares of a new socket before any work is done for it. Returns the share that had no
   * room.
   */
  #takeSocket(client: string, address: string): Refusal | undefined {
    const taken = this.#service.shares.sockets.address.take(address)
    if (taken !== 'taken') return taken === 'all' ? 'all' : 'address'
    if (this.#service.shares.sockets.client.take(client) === 'taken') return undefined
    this.#service.shares.sockets.address.give(address)
    return 'client'
  }

  /**
   * Defined here and not inside `enter`: a closure holds references to its surroundings, such as
   * the whole request.
   */
  #givingBack(client: string, address: string): () => void {
    return () => {
      this.#service.shares.sockets.address.give(address)
      this.#service.shares.sockets.client.give(client)
    }
  }
}
