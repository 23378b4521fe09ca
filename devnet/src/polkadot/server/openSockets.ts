import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { FromChain } from '../runtime/messages.ts'
import { answerCalls, requestLimits, type CallSide } from './answerCalls.ts'
import { orderNotifications, type Order } from './orderNotifications.ts'

/**
 * The maximum numbers of sockets, of messages of a socket that have no answer yet, and of bytes
 * that a client has not read: the metadata alone has half a megabyte. The heartbeat is in
 * milliseconds.
 */
const limits = { sockets: 500, waiting: 200, unread: 32_000_000, heartbeat: 30_000 } as const

/** The WebSocket side of a chain. */
export type Sockets = {
  /** Takes over a connection that requests a WebSocket. */
  enter(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void>
  /** Sends a notification to the socket that subscribed. */
  notify(notification: Extract<FromChain, { kind: 'notification' }>): void
  close(): void
}

/**
 * Creates the WebSocket side of a chain: all methods, and subscriptions, which HTTP lacks.
 * @param onLeave called with the number of a socket that has closed
 */
export function openSockets(side: CallSide, onLeave: (client: number) => void): Sockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: requestLimits.json.bytes,
    perMessageDeflate: false,
  })
  const alive = new WeakSet<WebSocket>()
  const clients = new Map<number, { order: Order; isWaiting(): boolean }>()
  let last = 0

  const beat = setInterval(() => {
    for (const socket of server.clients) {
      if (!alive.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, limits.heartbeat)
  beat.unref()

  function welcome(socket: WebSocket): void {
    last += 1
    const client = last
    let waiting = 0
    const order = orderNotifications((text) => write(socket, text))
    clients.set(client, { order, isWaiting: () => waiting > 0 })
    alive.add(socket)
    socket.on('pong', () => alive.add(socket))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clients.delete(client)
      onLeave(client)
    })
    socket.on('message', (data, isBinary) => {
      if (isBinary || !(data instanceof Buffer)) return
      if (waiting >= limits.waiting) return socket.terminate()
      waiting += 1
      answerCalls(side, data, client).then(
        (text) => {
          waiting -= 1
          order.answer(text)
        },
        (error: unknown) => {
          side.onDefect(error)
          socket.terminate()
        },
      )
    })
  }

  return {
    enter: (request, stream, head) => {
      if (server.clients.size >= limits.sockets)
        stream.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
      else server.handleUpgrade(request, stream, head, welcome)
      return Promise.resolve()
    },
    notify({ client, method, subscription, result }) {
      const known = clients.get(client)
      const message = { jsonrpc: '2.0', method, params: { subscription, result } }
      known?.order.notify(subscription, JSON.stringify(message), known.isWaiting())
    },
    close() {
      clearInterval(beat)
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}

function write(socket: WebSocket, text: string): void {
  // ends a client that does not read its answers, because they would fill this process's memory
  if (socket.bufferedAmount > limits.unread) return socket.terminate()
  if (socket.readyState === socket.OPEN) socket.send(text)
}
