import { isObject, partsOf } from '@latchkey/protocol/isObject'
import type { Clock } from '../../core/page/clock.ts'
import { kitError } from '../../core/errors/errors.ts'
import { withLimit } from '../../core/errors/withLimit.ts'
import type { KitError } from '../../core/errors/KitError.ts'
import { createIds } from './createIds.ts'
import { openText, sealText } from './crypto/envelope.ts'
import type { History, RpcAnswer } from './history.ts'
import { isSignMethod, signMethods, unregistered } from './methods.ts'
import type { SignMethod } from './methods.ts'
import { refuse } from './refuse.ts'
import type { Publication, RelayClient } from './relay/relayClient.ts'
import type { TopicKeys } from './sessionBook.ts'
import type { Primitives } from './crypto/native.ts'

/** An incoming request. It is answered once, with a result or an error. */
export type IncomingRequest = { topic: string; id: number; method: SignMethod; params: unknown }
/** The error of a JSON-RPC answer. */
export type RpcFailure = { code: number; message: string }

export type ChannelOptions = {
  use: Primitives
  clock: Clock
  relay: RelayClient
  /** The keys of a topic. Undefined for a topic that is unknown or forgotten. */
  keyOf(topic: string): TopicKeys | undefined
  /**
   * Handles a request. The other side gets the returned result as the answer, or the {@link
   * RpcFailure} that the function throws.
   */
  onRequest(request: IncomingRequest): Promise<unknown>
  /**
   * The answers that were sent earlier, also by earlier pages. A repeated request gets the same
   * answer again.
   */
  history: Pick<History, 'answerTo' | 'store'>
  /** Handles an answer to a request that this page does not wait for. */
  onAnswer(topic: string, id: number, answer: RpcAnswer): void
}

/**
 * A request to send. `id` and `isSent` continue a request of an earlier page. `prepare` runs before
 * the request is sent. The answer to a continued request may arrive while `prepare` runs. `onSent`
 * is called when the relay has the request. `ms` limits the wait.
 */
type ChannelRequest = {
  topic: string
  method: SignMethod
  params: object
  ms: number
  signal?: AbortSignal
  ttl?: number
  answerTopic?: string
  id?: number
  isSent?: boolean
  prepare?: (signal: AbortSignal) => Promise<void>
  onSent?: () => void
}

/** The result of a request, with the public key that the other side sent unencrypted with it. */
type Result = { result: unknown; senderPublicKey?: string }

/** Encrypted JSON-RPC between two clients, over the topics of the relay. */
export type Channel = {
  /**
   * Sends a request and resolves to its result.
   * @throws KitError requestAborted, walletTimeout after `ms`, providerDisconnected by `forget`,
   *   alertSessionExpired when the topic has no key; the other side's error as `cause` with its
   *   `code`; the relay client's errors
   */
  request(request: ChannelRequest): Promise<Result>
  /** An id that was not used before. */
  nextId(): number
  /** Sends a request without waiting for the answer. */
  notify(request: { topic: string; method: SignMethod; params: object }): Promise<void>
  /**
   * Handles a message from the relay. `answered` resolves when its answer was sent, and rejects if
   * it could not be sent.
   * @throws when the message cannot be decrypted, or is not JSON
   */
  receive(topic: string, message: string): Promise<{ answered: Promise<void> } | void>
  /**
   * Rejects all waiting requests on a topic with providerDisconnected, because no more answers will
   * come.
   */
  forget(topic: string): void
}

type Waiting = {
  topic: string
  resolve(answer: Result): void
  reject(error: Error): void
}

/** The maximal length of a payload, in characters. A larger one is not parsed. */
const maxPayloadLength = 1024 * 1024

/** Makes the channel of a client. */
export function createChannel(options: ChannelOptions): Channel {
  return new EncryptedChannel(options)
}

class EncryptedChannel implements Channel {
  readonly nextId: () => number
  readonly #options: ChannelOptions
  readonly #waiting = new Map<number, Waiting>()

  constructor(options: ChannelOptions) {
    this.#options = options
    this.nextId = createIds(options.clock)
  }

  async request({
    topic,
    method,
    params,
    ms,
    signal,
    ttl,
    answerTopic = topic,
    id = this.nextId(),
    isSent = false,
    prepare,
    onSent,
  }: ChannelRequest): Promise<Result> {
    const begin = async (limited: AbortSignal) => {
      await prepare?.(limited)
      if (isSent) return
      await this.#sendRequest({ topic, id, method, params, ttl, signal: limited })
      onSent?.()
    }
    try {
      return await withLimit(
        (limited) =>
          new Promise((resolve, reject) => {
            this.#waiting.set(id, { topic: answerTopic, resolve, reject })
            begin(limited).catch(reject)
          }),
        {
          ms,
          clock: this.#options.clock,
          signal,
          onTimeout: () => kitError('walletTimeout'),
        },
      )
    } finally {
      this.#waiting.delete(id)
    }
  }

  notify(request: Pick<ChannelRequest, 'topic' | 'method' | 'params'>): Promise<void> {
    return this.#sendRequest({ ...request, id: this.nextId() })
  }

  async receive(topic: string, message: string): Promise<{ answered: Promise<void> } | void> {
    const { use, keyOf } = this.#options
    const keys = keyOf(topic)
    if (!keys) return
    const { text, senderPublicKey } = await openText(use, message, keys)
    const payload = readPayload(text)
    if (!payload) return
    const { id, method, params } = payload
    if (method === undefined) return this.#settle(topic, payload, senderPublicKey)
    const answer = await this.#answerOf({ topic, id, method, params })
    return { answered: this.#sendAnswer(topic, id, method, answer) }
  }

  forget(topic: string): void {
    for (const pendingRequest of this.#waiting.values())
      if (pendingRequest.topic === topic) pendingRequest.reject(kitError('providerDisconnected'))
  }

  async #send(
    topic: string,
    payload: object,
    publication: Omit<Publication, 'topic' | 'message'>,
  ): Promise<void> {
    const { use, relay, keyOf } = this.#options
    const symKey = keyOf(topic)?.symKey
    if (!symKey) throw kitError('alertSessionExpired')
    const message = await sealText(use, JSON.stringify(payload), symKey)
    await relay.publish({ topic, message, ...publication })
  }

  #sendRequest({
    topic,
    id,
    method,
    params,
    ttl,
    signal,
  }: Pick<ChannelRequest, 'topic' | 'method' | 'params' | 'ttl' | 'signal'> & {
    id: number
  }): Promise<void> {
    const rules: { tags: readonly [number, number]; ttl: number; prompt?: boolean } =
      signMethods[method]
    return this.#send(
      topic,
      { id, jsonrpc: '2.0', method, params },
      { ttl: ttl ?? rules.ttl, tag: rules.tags[0], prompt: rules.prompt ?? false, signal },
    )
  }

  #sendAnswer(topic: string, id: number, method: string, answer: RpcAnswer): Promise<void> {
    const { tags, ttl } = isSignMethod(method) ? signMethods[method] : unregistered
    return this.#send(topic, { id, jsonrpc: '2.0', ...answer }, { ttl, tag: tags[1] })
  }

  /** The answer to a request. A repeated request gets the same answer. */
  async #answerOf({
    topic,
    id,
    method,
    params,
  }: Omit<IncomingRequest, 'method'> & { method: string }): Promise<RpcAnswer> {
    const { history, onRequest } = this.#options
    const before = history.answerTo({ topic, id, method })
    if (before) return before
    const answer = await (isSignMethod(method)
      ? onRequest({ topic, id, method, params }).then((result) => ({ result }))
      : unknownMethod(method)
    ).catch((error: unknown) => ({
      error: isFailure(error)
        ? { code: error.code, message: error.message }
        : { code: -32603, message: 'Internal error' },
    }))
    history.store(topic, id, answer)
    return answer
  }

  /** Passes an answer to the request that waits for it on the same topic. */
  #settle(
    topic: string,
    { id, result, error }: Payload,
    senderPublicKey: string | undefined,
  ): void {
    const pendingRequest = this.#waiting.get(id)
    if (!pendingRequest) return this.#options.onAnswer(topic, id, error ? { error } : { result })
    if (pendingRequest.topic !== topic) return // the answer was sent on another request's topic
    if (error) pendingRequest.reject(peerFailure(error))
    else pendingRequest.resolve({ result, senderPublicKey })
  }
}

/**
 * Makes a KitError from the error of an answer. Its `cause` has the other side's code. See {@link
 * toPeerError}.
 */
export function peerFailure(error: RpcFailure): KitError {
  return kitError('unknown', { cause: error, details: error.message.slice(0, 500) })
}

async function unknownMethod(method: string): Promise<never> {
  return refuse(10_001, `Unsupported method ${method.slice(0, 100)}`)
}

function isFailure(error: unknown): error is RpcFailure {
  return (
    isObject(error) && typeof error['code'] === 'number' && typeof error['message'] === 'string'
  )
}

type Payload = {
  id: number
  method?: string
  params?: unknown
  result?: unknown
  error?: RpcFailure
}

function readPayload(text: string): Payload | undefined {
  if (text.length > maxPayloadLength) return undefined
  const payload: unknown = JSON.parse(text)
  const { id, method, params, error, result } = partsOf(payload)
  if (typeof id !== 'number') return undefined
  if (typeof method === 'string') return { id, method, params }
  if (error !== undefined && error !== null) return { id, error: readFailure(error) }
  return result === undefined ? undefined : { id, result }
}

/**
 * Reads the error of an answer. Some wallets write the code as a text, leave out the code or the
 * message, or send only a message.
 */
function readFailure(error: unknown): RpcFailure {
  const { code, message, ...more } = isObject(error) ? error : { code: undefined, message: error }
  const number = typeof code === 'string' && /^-?\d{1,6}$/.test(code.trim()) ? Number(code) : code
  return {
    ...more,
    code: typeof number === 'number' ? number : -32603,
    message: typeof message === 'string' ? message : 'unreadable error',
  }
}
