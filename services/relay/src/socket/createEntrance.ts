import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { relayClose } from '@latchkey/protocol/relay'
import { createTurns } from '@latchkey/server/turns'
import { within } from '@latchkey/server/waiting'
import type { Admit } from '../auth/admit.ts'
import { limits } from '../limits.ts'
import type { Refusal } from '../metrics.ts'
import type { Guest } from '../rpc/method.ts'
import { defect, type Service } from '../service.ts'
import { Connection } from './connection.ts'
import { dismiss } from './dismiss.ts'

/** Milliseconds that clients have to take part in the farewell. */
const farewell = 1_000
/** How often everything that is due is looked for while one of the waiting times passes. */
const looks = 5

/** Not written where a socket comes in: see `givingBack`. */
const ignored = () => {}
const away = (stream: Duplex) => void stream.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')

/** Where sockets come in. `isOverloaded`: nobody new may. */
export type Entrance = {
  enter(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void>
  /** Sends everybody away once their running requests are answered, for which there are `drain` milliseconds. */
  close(drain: number): Promise<void>
}

/** Makes WebSocket connections of HTTP upgrades that `admit` lets in; while the service is overloaded nobody comes in. */
export function createEntrance(service: Service, admit: Admit, { addressOf, isOverloaded }: { addressOf: (request: IncomingMessage) => string; isOverloaded: () => boolean }): Entrance {
  const { options, metrics, log, shares } = service
  const connections = new Set<Connection>()
  const common = { noServer: true, perMessageDeflate: false, clientTracking: false } as const
  const sockets = new WebSocketServer({ ...common, maxPayload: limits.frame.received, maxFragments: limits.fragments })
  // of who is refused nothing is read but a handshake of closing
  const refusals = new WebSocketServer({ ...common, maxPayload: 125 })
  const open = new Set<WebSocket>()
  // a thousand who come at once come one after the other, and who is there is served in between
  const turns = createTurns(limits.entering)
  const tending = setInterval(() => connections.forEach((connection) => tend(connection)), Math.ceil(Math.min(options.heartbeat, options.redelivery, options.slow) / looks))
  tending.unref()
  let closing = false

  function tend(connection: Connection): void {
    try {
      connection.tend()
    } catch (error) {
      defect(service, error)
    }
  }

  function welcome(request: IncomingMessage, stream: Duplex, head: Buffer, guest: Guest): void {
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const connection = new Connection(service, socket, stream, guest)
      open.add(socket)
      connections.add(connection)
      metrics.sockets.add()
      // `once` would cost every idle socket three objects more
      socket.on('close', () => {
        open.delete(socket)
        connections.delete(connection)
        connection.end()
      })
      stream.off('error', ignored) // the socket hears of it
    })
  }

  /** Browsers can't see an HTTP status, so who is refused comes in as well, to be told why, and is gone soon. */
  function refuse(request: IncomingMessage, stream: Duplex, head: Buffer, code: number, reason: string): void {
    refusals.handleUpgrade(request, stream, head, (socket) => {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      socket.on('error', ignored) // it is going anyway
      // a tick later: clients attach their listeners when the socket is open
      setImmediate(() => dismiss(socket, stream, code, reason))
    })
  }

  /** Whose share is taken before anything is worked out for it; says what had no room. */
  function takeSocket(client: string, address: string): Refusal | undefined {
    const taken = shares.sockets.address.take(address)
    if (taken !== 'taken') return taken === 'all' ? 'all' : 'address'
    if (shares.sockets.client.take(client) === 'taken') return undefined
    shares.sockets.address.give(address)
    return 'client'
  }

  /** Made here, and not where a socket comes in: a function keeps what stands around it, such as the whole request. */
  function givingBack(client: string, address: string): () => void {
    return () => {
      shares.sockets.address.give(address)
      shares.sockets.client.give(client)
    }
  }

  return {
    async enter(request, stream, head) {
      stream.on('error', ignored) // the client went before it was in
      if (closing) return away(stream)
      const address = addressOf(request)
      const tooMuch = (why: Refusal, reason: string) => {
        metrics.refused(why).add()
        refuse(request, stream, head, relayClose.tooMuch, reason)
      }
      if (isOverloaded()) return tooMuch('overloaded', 'Overloaded, try again later')
      if (!shares.connects.take(address, 1).allowed) return tooMuch('connects', 'Too many connections')
      const admission = await turns.run(() => admit(request))
      if (stream.destroyed) return // it left while its token was checked
      if (closing) return away(stream)
      metrics.connection('client' in admission ? 'accepted' : admission.tag).add()
      if ('tag' in admission) {
        log('warn', 'refused', { reason: admission.tag })
        return refuse(request, stream, head, relayClose.refused, admission.reason)
      }
      // a new socket is no way out
      if (shares.owed({ ...admission, address }) > 0) return tooMuch('requests', 'Too many requests')
      const missing = takeSocket(admission.client, address)
      if (missing) return tooMuch(missing, 'Too many connections')
      stream.on('close', givingBack(admission.client, address))
      welcome(request, stream, head, { client: admission.client, accepts: admission.accepts, address })
    },
    async close(drain) {
      closing = true
      log('info', 'draining', { sockets: connections.size })
      await within(drain, Promise.all([...connections].map((connection) => connection.drain())))
      await within(farewell, Promise.all([...open].map((socket) => new Promise((resolve) => socket.once('close', resolve)))))
      for (const socket of open) socket.terminate()
      clearInterval(tending)
    },
  }
}
