import * as counts from '@latchkey/protocol/counts'
import * as times from '@latchkey/protocol/times'
import * as v from 'valibot'
import type { Clock } from '../../core/page/clock.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import { peerFailure } from './channel.ts'
import type { Channel } from './channel.ts'
import { toHex } from '@latchkey/protocol/hex'
import { toUtf8 } from './crypto/encoding.ts'
import { expectGranted } from './granted.ts'
import { rpcAnswer } from './history.ts'
import type { RpcAnswer } from './history.ts'
import type { KitError } from '../../core/errors/KitError.ts'
import { toPeerError } from './peerError.ts'
import { createRecords } from './records.ts'
import type { Records } from './records.ts'
import type { Scope } from './scope.ts'
import { key } from './session.ts'
import type { SessionBook } from './sessionBook.ts'
import type { Primitives } from './crypto/native.ts'

/**
 * `ms` limits the wait. `onSend` is called when the request is about to be sent to the wallet, or
 * still waits there. It is not called if the kit refuses the request, or has its answer already.
 */
export type RequestParameters = {
  topic: string
  networkId: string
  method: string
  params: unknown
  signal?: AbortSignal
  ms?: number
  onSend?: () => void
}

/**
 * An open request. `digest` is a hash of its content, which itself is never stored. `expiry` in
 * unix seconds. `answer`: the answer, if it arrived while no page waited for it.
 */
const openRequest = v.object({
  tab: v.string(),
  topic: key,
  id: v.number(),
  networkId: v.string(),
  method: v.string(),
  digest: key,
  isSent: v.boolean(),
  expiry: v.number(),
  answer: v.optional(rpcAnswer),
})
type OpenRequest = v.InferOutput<typeof openRequest>

/**
 * The maximal length of a stored answer, in characters. A longer answer is reported, but not
 * stored.
 */
const maxAnswerLength = 20_000

/** Requests of a site to the wallets of its sessions. */
export type Requests = {
  /**
   * Sends a request.
   * @throws KitError alertSessionExpired, chainDisconnected, unauthorized, walletTimeout,
   *   requestAborted, providerDisconnected, the wallet's errors, the relay client's errors
   */
  ask(parameters: RequestParameters): Promise<unknown>
  /** Handles an answer to a request that this page does not wait for. */
  takeAnswer(topic: string, id: number, answer: RpcAnswer): void
  /** Forgets the requests of an ended session. */
  forget(topic: string): void
}

type Parts = {
  use: Primitives
  clock: Clock
  raw: RawStorage
  tab: string
  channel: Channel
  book: SessionBook
  scope: Scope
}

/**
 * Sends requests, and stores each until its answer arrives. So if the page is reloaded while the
 * visitor decides, the request is not sent twice: the same request in the same tab waits for the
 * pending answer, or gets the answer that has arrived meanwhile, as long as the request is valid.
 */
export function createRequests(parts: Parts): Requests {
  return new TabRequests(parts)
}

class TabRequests implements Requests {
  readonly #parts: Parts
  readonly #records: Records<OpenRequest>
  /** The ids of the requests for whose answers this page waits. */
  readonly #awaited = new Set<number>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#records = createRecords<OpenRequest>(parts.raw, {
      key: 'walletconnect.requests',
      schema: openRequest,
      max: counts.relaySeenMessages,
      now: parts.clock.now,
    })
  }

  async ask(parameters: RequestParameters): Promise<unknown> {
    try {
      return await this.#sendOnce(parameters)
    } catch (error) {
      throw await toPeerError(error, 'walletTimeout')
    }
  }

  takeAnswer(topic: string, id: number, answer: RpcAnswer): void {
    const { book } = this.#parts
    const record = this.#findAbandoned(topic, (record) => record.id === id && !record.answer)
    if (!record) return
    if (JSON.stringify(answer).length <= maxAnswerLength) this.#store({ ...record, answer })
    else this.#drop(record)
    const { networkId, method } = record
    const emit = (read: { result: unknown } | { error: KitError }) =>
      book.emit({ type: 'answered', topic, networkId, method, answer: read })
    if ('error' in answer)
      void toPeerError(peerFailure(answer.error), 'walletTimeout').then((error) => emit({ error }))
    else emit(answer)
  }

  forget(topic: string): void {
    this.#records.drop((record) => record.topic === topic)
  }

  /** Sends a request, unless an earlier page of this tab has sent the same one. */
  async #sendOnce({
    topic,
    networkId,
    method,
    params,
    signal,
    ms = times.pairing,
    onSend,
  }: RequestParameters): Promise<unknown> {
    const { use, clock, tab, channel, book } = this.#parts
    const digest = toHex(await use.sha256(toUtf8(JSON.stringify([networkId, method, params]))))
    expectGranted(book.expect(topic), networkId, method)
    const expiry = Math.ceil((clock.now() + ms) / 1_000)
    const abandoned = this.#findAbandoned(topic, (record) => record.digest === digest)
    const record = abandoned ?? {
      tab,
      topic,
      id: channel.nextId(),
      networkId,
      method,
      digest,
      isSent: false,
      expiry,
    }
    if (record.answer) {
      this.#drop(record)
      return resultOf(record.answer)
    }
    onSend?.()
    const left = record.expiry * 1_000 - clock.now()
    return this.#send(record, { method, params }, Math.min(ms, left), signal)
  }

  async #send(
    record: OpenRequest,
    call: object,
    ms: number,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const { channel, scope } = this.#parts
    const { topic, id, networkId, isSent, expiry } = record
    const params = { chainId: networkId, request: { ...call, expiryTimestamp: expiry } }
    const onSent = () => {
      if (this.#awaited.has(id)) this.#store({ ...record, isSent: true })
    }
    this.#awaited.add(id)
    this.#store(record)
    try {
      const wait = (limited: AbortSignal) =>
        channel.request({
          topic,
          method: 'wc_sessionRequest',
          params,
          id,
          isSent,
          onSent,
          ms,
          signal: limited,
          ttl: Math.max(300, Math.ceil(ms / 1_000)),
        })
      return (await scope.run(wait, signal)).result
    } finally {
      this.#awaited.delete(id)
      if (!scope.isClosed()) this.#drop(record)
    }
  }

  /** Finds a request of an earlier page of this tab for which this page does not wait. */
  #findAbandoned(
    topic: string,
    matches: (record: OpenRequest) => boolean,
  ): OpenRequest | undefined {
    return this.#records
      .all()
      .find(
        (record) =>
          record.tab === this.#parts.tab &&
          record.topic === topic &&
          !this.#awaited.has(record.id) &&
          matches(record),
      )
  }

  #store(record: OpenRequest): void {
    this.#records.put(record, isSameAs(record))
  }

  #drop(record: OpenRequest): void {
    this.#records.drop(isSameAs(record))
  }
}

const isSameAs = (record: OpenRequest) => (other: OpenRequest) =>
  other.id === record.id && other.topic === record.topic

/**
 * The result of an answer.
 * @throws KitError the wallet's error
 */
function resultOf(answer: RpcAnswer): unknown {
  if ('error' in answer) throw peerFailure(answer.error)
  return answer.result
}
