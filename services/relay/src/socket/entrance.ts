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

/** Milliseconds for a client's closing handshake. */
const closeTimeout = 1_000
/** Number of checks of the sockets during the shortest waiting time. */
const looks = 5

/** Defined here so that no closure holds the request in memory: see `givingBack`. */
const ignored = () => {}
const away = (stream: Duplex) =>
  void stream.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')

/** Options of both WebSocket servers. */
const common = { noServer: true, perMessageDeflate: false, clientTracking: false } as const

/**
 * Makes WebSocket connections from HTTP upgrades that `admit` allows. While the service is
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
  /** The server for refused clients. It reads only their closing handshake. */
  readonly #refusals = new WebSocketServer({ ...common, maxPayload: 125 })
  /** Open sockets, including those of refused clients. */
  readonly #open = new Set<WebSocket>()
  /** Checks new clients in turns, so that connected clients are served in between. */
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
    // a new socket does not reset the debt of its client
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
   * Closes each socket once its running requests are answered, at the latest after `drain`
   * milliseconds.
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
      // `once` would cost every idle socket three more objects
      socket.on('close', () => {
        this.#open.delete(socket)
        this.#connections.delete(connection)
        connection.end()
      })
      stream.off('error', ignored) // from now on the socket handles errors
    })
  }

  /**
   * Accepts a refused client, sends it the reason and closes, because browsers can't read an HTTP
   * status.
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
      // a tick later, because clients attach their listeners when the socket is open
      setImmediate(() => dismiss(socket, stream, code, reason))
    })
  }

  /**
   * Takes the shares of a new socket before any work is done for it. @returns the share without
   * room
   */
  #takeSocket(client: string, address: string): Refusal | undefined {
    const taken = this.#service.shares.sockets.address.take(address)
    if (taken !== 'taken') return taken === 'all' ? 'all' : 'address'
    if (this.#service.shares.sockets.client.take(client) === 'taken') return undefined
    this.#service.shares.sockets.address.give(address)
    return 'client'
  }

  /**
   * Makes the function that returns the shares. Defined here and not inside `enter`, because a
   * closure holds references to its context, such as the whole request.
   */
  #givingBack(client: string, address: string): () => void {
    return () => {
      this.#service.shares.sockets.address.give(address)
      this.#service.shares.sockets.client.give(client)
    }
  }
}
