import { isObject, partsOf } from '@latchkey/protocol/isObject'
import * as times from '@latchkey/protocol/times'
import type { Clock } from '../../../core/page/clock.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { withLimit } from '../../../core/errors/withLimit.ts'

/** A JSON-RPC request to the relay. `ms` limits the wait for the answer. */
type RelayRequest = {
  id: number
  method: string
  params: object
  ms: number
  signal?: AbortSignal
}

/** One open socket to the relay. */
export type RelaySocket = {
  /**
   * Sends a JSON-RPC request and resolves to its result.
   * @throws KitError httpFailed when the relay answers an error; requestAborted; httpTimeout;
   *   relayUnreachable or socketClosedAbnormally when the socket is closed before the answer
   */
  request(request: RelayRequest): Promise<unknown>
  close(): void
  /** The time of the last received frame, or of the opening. Milliseconds since 1970. */
  lastFrameAt(): number
  /** Resolves when the socket is closed. After `close`, the code is 1000. */
  closed: Promise<Closure>
}

/** The end of a socket. */
type Closure = { code: number; reason: string }

type Options = {
  url: string
  clock: Clock
  signal?: AbortSignal
  WebSocket: typeof WebSocket
  /**
   * Handles a message to a topic. If the promise resolves to true, the message is acknowledged;
   * else the relay may send it again. Returns undefined for a topic that this tab does not follow:
   * the message is then not acknowledged, and stays for another tab of the same client.
   */
  onMessage(topic: string, message: string): Promise<boolean> | undefined
}

type Answer = { resolve(result: unknown): void; reject(error: Error): void }

/**
 * The maximal length of a frame, in characters: more than the relay's largest message. A longer
 * frame is ignored.
 */
const maxFrameLength = 2 * 1024 * 1024

/**
 * Opens a socket to the relay within 15 s.
 * @throws KitError relayUnreachable when it does not open; socketClosedAbnormally when the relay
 *   closes it with code 3000 before; requestAborted; socketUrlInvalid
 */
export async function openRelaySocket(options: Options): Promise<RelaySocket> {
  const { url, clock, signal, WebSocket: Socket } = options
  if (!/^wss?:\/\//.test(url)) throw kitError('socketUrlInvalid')
  const socket = construct(Socket, url)
  const relaySocket = new OpenSocket(socket, options)
  try {
    await withLimit(() => opened(socket, relaySocket.closed), {
      ms: times.relayConnect,
      clock,
      signal,
      onTimeout: () => kitError('relayUnreachable'),
    })
  } catch (error) {
    relaySocket.close()
    throw error
  }
  return relaySocket
}

class OpenSocket implements RelaySocket {
  readonly closed: Promise<Closure>
  readonly #socket: WebSocket
  readonly #clock: Clock
  readonly #onMessage: Options['onMessage']
  readonly #waiting = new Map<number, Answer>()
  #isEnded = false
  #lastFrameAt: number
  #resolveClosed: (closure: Closure) => void = () => {}

  constructor(socket: WebSocket, { clock, onMessage }: Pick<Options, 'clock' | 'onMessage'>) {
    this.#socket = socket
    this.#clock = clock
    this.#onMessage = onMessage
    this.#lastFrameAt = clock.now()
    this.closed = new Promise((resolve) => (this.#resolveClosed = resolve))
    socket.addEventListener('close', (closure) => this.#end(closure))
    socket.addEventListener('error', () => {}) // a close event with the reason follows
    socket.addEventListener('message', ({ data }) => {
      this.#lastFrameAt = clock.now()
      this.#receive(data)
    })
  }

  request({ id, method, params, ms, signal }: RelayRequest): Promise<unknown> {
    const answer = () =>
      new Promise((resolve, reject) => {
        // a socket that is closing reports the reason only with `closed`
        if (this.#isEnded || !this.#isOpen())
          return void this.closed.then((closure) => reject(errorOf(closure)))
        this.#waiting.set(id, { resolve, reject })
        this.#socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      })
    return withLimit(answer, {
      ms,
      clock: this.#clock,
      signal,
      onTimeout: () => kitError('httpTimeout'),
    }).finally(() => this.#waiting.delete(id))
  }

  /**
   * Closes the socket. It counts as closed at once, because the other side's close frame may never
   * arrive.
   */
  close(): void {
    this.#end({ code: 1000, reason: '' })
    this.#socket.close(1000)
  }

  lastFrameAt(): number {
    return this.#lastFrameAt
  }

  #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  #end(closure: Closure): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#resolveClosed(closure)
    for (const { reject } of this.#waiting.values()) reject(errorOf(closure))
    this.#waiting.clear()
  }

  #receive(data: unknown): void {
    const frame = this.#isEnded ? undefined : readFrame(data)
    if (!frame) return
    if (typeof frame.method === 'string') return this.#receivePush(frame, String(data))
    if (typeof frame.id !== 'number' && typeof frame.id !== 'string') return
    const id = Number(frame.id)
    const answer = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (frame.error === undefined || frame.error === null) answer?.resolve(frame.result)
    else answer?.reject(kitError('httpFailed', { details: messageOf(frame.error).slice(0, 200) }))
  }

  #receivePush({ id, method, params }: Frame, text: string): void {
    if (
      !String(method).endsWith('_subscription') ||
      (typeof id !== 'number' && typeof id !== 'string')
    )
      return
    const { topic, message } =
      (params as { data?: { topic?: unknown; message?: unknown } } | undefined)?.data ?? {}
    const handled =
      typeof topic === 'string' && typeof message === 'string'
        ? this.#onMessage(topic, message)
        : undefined
    // the acknowledgement has to repeat the id unchanged, even if it has more digits than a number
    // can hold
    const digits =
      typeof id === 'number' && !Number.isSafeInteger(id)
        ? /"id"\s*:\s*(\d+)\s*[,}]/.exec(text)?.[1]
        : undefined
    const acknowledge = () =>
      this.#socket.send(`{"id":${digits ?? JSON.stringify(id)},"jsonrpc":"2.0","result":true}`)
    void handled?.then((isDone) => isDone && this.#isOpen() && acknowledge())
  }
}

/**
 * Makes the socket.
 * @throws KitError socketUrlInvalid when the browser does not accept the URL, or the page's policy
 *   forbids it
 */
function construct(Socket: typeof WebSocket, url: string): WebSocket {
  try {
    return new Socket(url)
  } catch (cause) {
    throw kitError('socketUrlInvalid', { cause })
  }
}

function errorOf({ code, reason }: Closure): Error {
  return kitError(code === 3000 ? 'socketClosedAbnormally' : 'relayUnreachable', {
    details: reason,
  })
}

function opened(socket: WebSocket, closed: RelaySocket['closed']): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    void closed.then((closure) => reject(errorOf(closure)))
  })
}

/** The message of an error; empty if it is not a text. */
function messageOf(error: unknown): string {
  const { message } = partsOf(error)
  return typeof message === 'string' ? message : ''
}

type Frame = { id?: unknown; method?: unknown; params?: unknown; result?: unknown; error?: unknown }

function readFrame(data: unknown): Frame | undefined {
  if (typeof data !== 'string' || data.length > maxFrameLength) return undefined
  try {
    const frame: unknown = JSON.parse(data)
    return isObject(frame) ? frame : undefined
  } catch {
    return undefined // the frame is not JSON, so it is no answer to a request
  }
}
