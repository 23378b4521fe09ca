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

/** Admits sockets. While `isOverloaded`, no new client is admitted. */
export type Entrance = {
  enter(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void>
  /** Closes all sockets once their running requests are answered, or after `drain` milliseconds. */
  close(drain: number): Promise<void>
}

/**
 * Makes WebSocket connections from HTTP upgrades that `admit` allows; while the service is
 * overloaded, all are refused.
 */
export function createEntrance(
  service: Service,
  admit: Admit,
  {
    addressOf,
    isOverloaded,
  }: { addressOf: (request: IncomingMessage) => string; isOverloaded: () => boolean },
): Entrance {
  const { options, metrics, log, shares } = service
  const connections = new Set<Connection>()
  const common = { noServer: true, perMessageDeflate: false, clientTracking: false } as const
  const sockets = new WebSocketServer({
    ...common,
    maxPayload: limits.frame.received,
    maxFragments: limits.fragments,
  })
  // of a refused client only the closing handshake is read
  const refusals = new WebSocketServer({ ...common, maxPayload: 125 })
  const open = new Set<WebSocket>()
  // a thousand new clients are checked in turns, and connected clients are served in between
  const turns = createTurns(limits.entering)
  const tending = setInterval(
    () => connections.forEach((connection) => tend(connection)),
    Math.ceil(Math.min(options.heartbeat, options.redelivery, options.slow) / looks),
  )
  tending.unref()
  let closing = false

  function tend(connection: Connection): void {
    try {
      connection.tend()
    } catch (error) {
      defect(service, error)
    }
  }

  function accept(request: IncomingMessage, stream: Duplex, head: Buffer, caller: Caller): void {
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const connection = new Connection(service, socket, stream, caller)
      open.add(socket)
      connections.add(connection)
      metrics.sockets.add()
      // `once` would cost every idle socket three more objects
      socket.on('close', () => {
        open.delete(socket)
        connections.delete(connection)
        connection.end()
      })
      stream.off('error', ignored) // from here on the socket handles errors
    })
  }

  /** Accepts a refused client, sends it the reason and closes: browsers can't see an HTTP status. */
  function refuse(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    code: number,
    reason: string,
  ): void {
    refusals.handleUpgrade(request, stream, head, (socket) => {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      socket.on('error', ignored) // the socket is about to close
      // a tick later: clients attach their listeners when the socket is open
      setImmediate(() => dismiss(socket, stream, code, reason))
    })
  }

  /**
   * Takes the shares of a new socket before any work is done for it. Returns the share that had no
   * room.
   */
  function takeSocket(client: string, address: string): Refusal | undefined {
    const taken = shares.sockets.address.take(address)
    if (taken !== 'taken') return taken === 'all' ? 'all' : 'address'
    if (shares.sockets.client.take(client) === 'taken') return undefined
    shares.sockets.address.give(address)
    return 'client'
  }

  /**
   * Defined here and not inside `enter`: a closure holds references to its surroundings, such as the
   * whole request.
   */
  function givingBack(client: string, address: string): () => void {
    return () => {
      shares.sockets.address.give(address)
      shares.sockets.client.give(client)
    }
  }

  return {
    async enter(request, stream, head) {
      stream.on('error', ignored) // the client may disconnect before it is admitted
      if (closing) return away(stream)
      const address = addressOf(request)
      const tooMuch = (refusal: Refusal, reason: string) => {
        metrics.refused(refusal).add()
        refuse(request, stream, head, relayClose.tooMuch, reason)
      }
      if (isOverloaded()) return tooMuch('overloaded', 'Overloaded, try again later')
      if (!shares.connects.take(address, 1).allowed)
        return tooMuch('connects', 'Too many connections')
      const admission = await turns.run(() => admit(request))
      if (stream.destroyed) return // the client left while its token was checked
      if (closing) return away(stream)
      metrics.connection('client' in admission ? 'accepted' : admission.tag).add()
      if ('tag' in admission) {
        log('warn', 'refused', { reason: admission.tag })
        return refuse(request, stream, head, relayClose.refused, admission.reason)
      }
      // a new socket does not reset the debt of a client
      if (shares.debt({ ...admission, address }) > 0)
        return tooMuch('requests', 'Too many requests')
      const missing = takeSocket(admission.client, address)
      if (missing) return tooMuch(missing, 'Too many connections')
      stream.on('close', givingBack(admission.client, address))
      accept(request, stream, head, {
        client: admission.client,
        accepts: admission.accepts,
        address,
      })
    },
    async close(drain) {
      closing = true
      log('info', 'draining', { sockets: connections.size })
      await within(drain, Promise.all([...connections].map((connection) => connection.drain())))
      await within(
        closeTimeout,
        Promise.all(
          [...open].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
        ),
      )
      for (const socket of open) socket.terminate()
      clearInterval(tending)
    },
  }
}
