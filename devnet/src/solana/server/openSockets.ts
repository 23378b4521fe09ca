import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import * as v from 'valibot'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Chain } from '../chain/chain.ts'
import type { Json } from '../chain/types.ts'
import { readParams } from '../rpc/method.ts'
import { RpcError } from '../rpc/rpcError.ts'
import { toJson } from '../wire/toJson.ts'
import { answerCalls, callMethod, requestLimits, type Call } from './answerCalls.ts'
import { readSubscriptionMethod } from './interests.ts'
import { createSubscriptions } from './subscriptions.ts'

/**
 * Max sockets, max subscriptions of one socket and of all sockets, and max unread bytes of a
 * socket. Heartbeat interval in milliseconds.
 */
export const socketLimits = {
  sockets: 1_000,
  each: 200,
  all: 10_000,
  unread: 4_194_304,
  heartbeat: 30_000,
} as const

/** The WebSocket side of a chain. */
export type Sockets = {
  /** Takes over a connection that asks for a WebSocket. */
  enter(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void>
  close(): void
}

/** Answers all methods over WebSocket, and the subscriptions, which exist only there. */
export function openSockets(chain: Chain, onDefect: (error: unknown) => void): Sockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: requestLimits.json.bytes,
    perMessageDeflate: false,
  })
  const subscriptions = createSubscriptions(chain)
  const alive = new WeakSet<WebSocket>()
  let lastId = 0

  const serveSocket = (socket: WebSocket): void => {
    const own = new Set<number>()
    const write = (text: string): void => {
      // a client that does not read must not make this process remember everything for it
      if (socket.bufferedAmount > socketLimits.unread) return socket.terminate()
      if (socket.readyState === socket.OPEN) socket.send(text)
    }
    const send = (message: { [key: string]: Json }): void =>
      write(toJson({ jsonrpc: '2.0', ...message }))
    const dispatch = (call: Call): Json => {
      const wanted = readSubscriptionMethod(call.method)
      if (!wanted) return callMethod(chain, call)
      return wanted.ends ? end(own, call.params) : begin(wanted.read(chain, call.params ?? []))
    }
    const begin = ({
      already,
      ...interest
    }: ReturnType<NonNullable<ReturnType<typeof readSubscriptionMethod>>['read']>): number => {
      if (own.size >= socketLimits.each || subscriptions.count() >= socketLimits.all)
        throw new RpcError('internal', 'Too many subscriptions')
      const id = (lastId += 1)
      if (already !== undefined) {
        // the client knows the number before its one notification, with which the subscription ends
        queueMicrotask(() =>
          send({ method: interest.notification, params: { result: already, subscription: id } }),
        )
        return id
      }
      own.add(id)
      subscriptions.add(id, interest, (notification) => {
        if (interest.once) own.delete(id)
        send(notification)
      })
      return id
    }
    socket.on('message', (data, isBinary) => {
      // one that is being ended may have sent more
      if (
        isBinary ||
        !(data instanceof Buffer) ||
        isNotice(data) ||
        socket.readyState !== socket.OPEN
      )
        return
      write(answerCalls(data, dispatch, onDefect))
    })
    socket.on('pong', () => alive.add(socket))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => own.forEach((id) => subscriptions.remove(id)))
    alive.add(socket)
  }

  const end = (own: Set<number>, params: unknown): boolean => {
    const [id] = readParams(v.tuple([v.pipe(v.number(), v.safeInteger())]), params)
    if (!own.delete(id)) throw new RpcError('invalidParams', 'Invalid subscription id.')
    subscriptions.remove(id)
    return true
  }

  const beat = setInterval(() => {
    for (const socket of server.clients) {
      if (!alive.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, socketLimits.heartbeat)
  beat.unref()

  return {
    enter: (request, stream, head) => {
      if (server.clients.size >= socketLimits.sockets)
        stream.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n')
      else server.handleUpgrade(request, stream, head, serveSocket)
      return Promise.resolve()
    },
    close() {
      clearInterval(beat)
      subscriptions.close()
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}

/** Clients send pings as calls without an identifier, which want no answer. */
const isNotice = (data: Buffer): boolean => data.length < 200 && !data.includes('"id"')
