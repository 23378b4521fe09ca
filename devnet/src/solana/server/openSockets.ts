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
 * The maximum numbers of sockets, of subscriptions of a socket (`each`) and of all sockets (`all`),
 * and of bytes that a client has not read. The heartbeat interval is in milliseconds.
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
  /** Takes over a connection that requests a WebSocket. */
  enter(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void>
  close(): void
}

type Shared = {
  chain: Chain
  subscriptions: ReturnType<typeof createSubscriptions>
  /** Returns a new number for a subscription. */
  nextId: () => number
  onDefect: (error: unknown) => void
}

type Wanted = ReturnType<NonNullable<ReturnType<typeof readSubscriptionMethod>>['read']>

/** A client's socket, with its subscriptions. */
class Client {
  readonly #socket: WebSocket
  readonly #shared: Shared
  readonly #own = new Set<number>()

  constructor(socket: WebSocket, shared: Shared) {
    this.#socket = socket
    this.#shared = shared
  }

  /** Starts to answer messages, until the socket closes. */
  serve(): void {
    const [socket, shared] = [this.#socket, this.#shared]
    socket.on('message', (data, isBinary) => {
      // ignored: binary messages, pings, and messages of a socket that is being closed
      if (
        isBinary ||
        !(data instanceof Buffer) ||
        isNotice(data) ||
        socket.readyState !== socket.OPEN
      )
        return
      this.#write(answerCalls(data, (call) => this.#dispatch(call), shared.onDefect))
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#own.forEach((id) => shared.subscriptions.remove(id)))
  }

  #write(text: string): void {
    // ends a client that does not read its answers, because they would fill this process's memory
    if (this.#socket.bufferedAmount > socketLimits.unread) return this.#socket.terminate()
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(text)
  }

  #send(message: { [key: string]: Json }): void {
    this.#write(toJson({ jsonrpc: '2.0', ...message }))
  }

  #dispatch(call: Call): Json {
    const { chain } = this.#shared
    const wanted = readSubscriptionMethod(call.method)
    if (!wanted) return callMethod(chain, call)
    return wanted.ends ? this.#end(call.params) : this.#begin(wanted.read(chain, call.params ?? []))
  }

  #begin({ already, ...interest }: Wanted): number {
    const { subscriptions, nextId } = this.#shared
    if (this.#own.size >= socketLimits.each || subscriptions.count() >= socketLimits.all)
      throw new RpcError('internal', 'Too many subscriptions')
    const id = nextId()
    if (already !== undefined) {
      // later, so that the client first gets the number of the subscription. This is the only
      // notification, and ends the subscription
      queueMicrotask(() =>
        this.#send({
          method: interest.notification,
          params: { result: already, subscription: id },
        }),
      )
      return id
    }
    this.#own.add(id)
    subscriptions.add(id, interest, (notification) => {
      if (interest.once) this.#own.delete(id)
      this.#send(notification)
    })
    return id
  }

  #end(params: unknown): boolean {
    const [id] = readParams(v.tuple([v.pipe(v.number(), v.safeInteger())]), params)
    if (!this.#own.delete(id)) throw new RpcError('invalidParams', 'Invalid subscription id.')
    this.#shared.subscriptions.remove(id)
    return true
  }
}

/** Creates the WebSocket side of a chain: all methods, and subscriptions, which HTTP lacks. */
export function openSockets(chain: Chain, onDefect: (error: unknown) => void): Sockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: requestLimits.json.bytes,
    perMessageDeflate: false,
  })
  const subscriptions = createSubscriptions(chain)
  const alive = new WeakSet<WebSocket>()
  let lastId = 0
  const shared = { chain, subscriptions, nextId: () => (lastId += 1), onDefect }

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
      else
        server.handleUpgrade(request, stream, head, (socket) => {
          new Client(socket, shared).serve()
          socket.on('pong', () => alive.add(socket))
          alive.add(socket)
        })
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

/** Whether a message is a ping: clients send pings as calls without an id, and expect no answer. */
const isNotice = (data: Buffer): boolean => data.length < 200 && !data.includes('"id"')
