import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { relayClose } from '@latchkey/protocol/relay'
import type { Admit } from '../auth/admit.ts'
import { limits } from '../limits.ts'
import type { Service } from '../service.ts'
import { within } from '@latchkey/server/waiting'
import { Connection, type Guest } from './connection.ts'

/** Milliseconds that clients have to take part in the farewell. */
const farewell = 1_000
/** How often everything that is due is looked for while one of the waiting times passes. */
const looks = 5

/** Where sockets come in. */
export type Entrance = {
  enter(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void>
  /** Sends everybody away once their running requests are answered, for which there are `drain` milliseconds. */
  close(drain: number): Promise<void>
}

export function createEntrance(service: Service, admit: Admit): Entrance {
  const { options, metrics, log } = service
  const connections = new Set<Connection>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.frame.received, perMessageDeflate: false })
  const tending = setInterval(() => connections.forEach((connection) => connection.tend()), Math.ceil(Math.min(options.heartbeat, options.redelivery) / looks))
  tending.unref()
  let closing = false

  function welcome(socket: WebSocket, stream: Duplex, guest: Guest): void {
    const connection = new Connection(service, socket, stream, guest)
    connections.add(connection)
    metrics.sockets.add()
    socket.once('close', () => connections.delete(connection))
  }

  function refuse(socket: WebSocket, reason: string): void {
    socket.on('error', () => {}) // it is going anyway
    // a tick later: clients attach their listeners when the socket is open
    setImmediate(() => socket.close(relayClose.refused, reason))
  }

  return {
    async enter(request, stream, head) {
      stream.on('error', () => {}) // the client went before it was in
      if (closing) return void stream.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
      const admission = await admit(request)
      metrics.connection('client' in admission ? 'accepted' : admission.tag).add()
      if ('tag' in admission) log('warn', 'refused', { reason: admission.tag })
      // browsers can't see an HTTP status, so who is refused comes in as well
      sockets.handleUpgrade(request, stream, head, (socket) => ('client' in admission ? welcome(socket, stream, admission) : refuse(socket, admission.reason)))
    },
    async close(drain) {
      closing = true
      log('info', 'draining', { sockets: connections.size })
      await within(drain, Promise.all([...connections].map((connection) => connection.drain())))
      await within(farewell, Promise.all([...sockets.clients].map((socket) => new Promise((resolve) => socket.once('close', resolve)))))
      for (const socket of sockets.clients) socket.terminate()
      clearInterval(tending)
    },
  }
}
