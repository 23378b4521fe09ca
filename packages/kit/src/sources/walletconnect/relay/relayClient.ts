import * as counts from '@latchkey/protocol/counts'
import * as times from '@latchkey/protocol/times'
import type { Clock } from '../../../core/page/clock.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { pause, withLimit } from '../../../core/errors/withLimit.ts'
import { toHex } from '@latchkey/protocol/hex'
import { toUtf8 } from '../crypto/encoding.ts'
import { createIds } from '../createIds.ts'
import { createScope } from '../scope.ts'
import { keepAlive, recalledOrPause } from './heartbeat.ts'
import { Inbox } from './inbox.ts'
import { openRelaySocket } from './relaySocket.ts'
import type { RelaySocket } from './relaySocket.ts'
import { createReconnectPauses } from './reconnectPauses.ts'
import { clientIdOf, createRelayToken } from './relayToken.ts'
import type { RelayTime } from './relayTime.ts'
import type { Primitives } from '../crypto/native.ts'

export type RelayOptions = {
  /** The relay's URL, `wss://…`. A query in it is sent, too. */
  relayUrl: string
  projectId?: string
  /** Ed25519 seed, hex: the identity that owns the mailboxes. */
  seed: string
  use: Primitives
  clock: Clock
  time: RelayTime
  WebSocket: typeof WebSocket
  /**
   * Called for every message, in the order of arrival. It is called again for a copy of a message
   * only if the answer to that message could not be sent. `answered` resolves when the answer was
   * sent, and rejects if it could not be sent.
   */
  onMessage(topic: string, message: string): Promise<{ answered: Promise<void> } | void>
  /**
   * Whether a topic has ended for good. Messages that still arrive on it are ignored, and the relay
   * may delete them.
   */
  isGone?(topic: string): boolean
}

/** A message for a topic. `ttl` in seconds. */
export type Publication = {
  topic: string
  message: string
  ttl: number
  tag: number
  prompt?: boolean
  signal?: AbortSignal
}

/** A client that follows topics and sends messages, over as many sockets as it needs. */
export type RelayClient = {
  /**
   * Follows a topic.
   * @throws KitError as publish
   */
  subscribe(topic: string, options?: { signal?: AbortSignal }): Promise<void>
  /** Opens the socket for a visitor who will probably need it. Closes it after 5 s without use. */
  preconnect(): void
  /**
   * If a socket is opening, resolves when it is open, else at once.
   * @throws KitError as publish
   */
  opened(): Promise<unknown>
  /** Follows topics of an earlier visit. Connects in the background. */
  restore(topics: readonly string[]): void
  unsubscribe(topic: string): Promise<void>
  /**
   * Sends a message. Repeats it under the same id, also over new sockets, for at most a minute.
   * @throws KitError offline, relayUnreachable, httpTimeout, requestAborted; httpFailed,
   *   socketClosedAbnormally when the relay refuses the message or the client; socketUrlInvalid
   */
  publish(publication: Publication): Promise<void>
  /** Disconnects from the relay. After that, the client sends and receives nothing. */
  close(): void
}

/**
 * Makes the relay client. It connects when there is a topic to follow or a message to send, and
 * again after every loss. See docs/contracts/product.md#relay-client.
 */
export function createRelayClient(options: RelayOptions): RelayClient {
  return new ReconnectingClient(options)
}

class ReconnectingClient implements RelayClient {
  readonly #options: RelayOptions
  readonly #topics = new Set<string>()
  readonly #stop = new AbortController()
  readonly #requests = createScope()
  readonly #inbox: Inbox
  readonly #pauseAfter: ReturnType<typeof createReconnectPauses>
  readonly #nextId: () => number
  #opening: Promise<RelaySocket> | undefined

  constructor(options: RelayOptions) {
    this.#options = options
    this.#pauseAfter = createReconnectPauses(options.clock)
    this.#nextId = createIds(options.time)
    this.#inbox = new Inbox({
      use: options.use,
      isFollowed: (topic) => this.#topics.has(topic),
      onMessage: options.onMessage,
    })
  }

  async subscribe(topic: string, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
    this.#topics.add(topic)
    await this.#request('irn_subscribe', { topic }, signal)
  }

  preconnect(): void {
    this.#socket().catch(() => {}) // after a failure, the next request opens it again
    this.#options.clock.setTimeout(() => this.#closeIfIdle(), times.relayPreconnect)
  }

  async opened(): Promise<unknown> {
    return this.#opening
  }

  restore(stored: readonly string[]): void {
    const more = stored.filter((topic) => !this.#topics.has(topic))
    for (const topic of more) this.#topics.add(topic)
    if (more.length > 0 && !this.#opening) void this.#keepTrying()
    else
      for (const batch of batchesOf(more))
        this.#request('irn_batchSubscribe', { topics: batch }).catch(() => this.#keepTrying())
  }

  async unsubscribe(topic: string): Promise<void> {
    const { use, seed } = this.#options
    this.#inbox.forget(topic)
    // without an open socket, nothing is sent, and errors are ignored: the relay forgets the topic
    // by itself after some time
    if (!this.#topics.delete(topic) || !this.#opening) return
    const id = toHex(await use.sha256(toUtf8(topic + (await clientIdOf(use, seed)))))
    await this.#request('irn_unsubscribe', { topic, id }).catch(() => {})
  }

  async publish({ signal, ...publication }: Publication): Promise<void> {
    await this.#request('irn_publish', { prompt: false, ...publication }, signal)
  }

  close(): void {
    this.#stop.abort()
    this.#requests.close()
    void this.#opening?.then(
      (open) => open.close(),
      () => {},
    )
  }

  #socket(): Promise<RelaySocket> {
    if (this.#stop.signal.aborted) return Promise.reject(kitError('requestAborted'))
    if (this.#opening) return this.#opening
    const attempt = this.#openPatiently()
    this.#opening = attempt
    const forgetAttempt = () => {
      if (this.#opening === attempt) this.#opening = undefined
    }
    attempt.then((open) => this.#follow(open, forgetAttempt), forgetAttempt)
    return attempt
  }

  /** Keeps an open socket alive. Reconnects when it has closed. */
  async #follow(open: RelaySocket, onClosed: () => void): Promise<void> {
    const { clock, time } = this.#options
    const openedAt = clock.now()
    void keepAlive(open, {
      clock,
      signal: this.#stop.signal,
      probe: (ms, signal) => this.#probe(open, ms, signal),
    })
    const { code, reason } = await open.closed
    onClosed()
    const isMisdated = code === 3000 && time.correct(reason)
    await this.#reconnect(isMisdated ? 1000 : code, clock.now() - openedAt)
  }

  async #openPatiently(): Promise<RelaySocket> {
    const { clock } = this.#options
    const { signal } = this.#stop
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#openOnce()
      } catch (error) {
        if (attempt < counts.relayAttempts && this.#isMisdated(error)) continue
        const isFinal =
          signal.aborted ||
          attempt >= counts.relayAttempts ||
          KitError.is(error, 'offline') ||
          isRefusal(error)
        if (isFinal) throw error
        await pause(clock, attempt * times.relayPause, signal)
      }
    }
  }

  async #openOnce(): Promise<RelaySocket> {
    if (globalThis.navigator?.onLine === false) throw kitError('offline')
    const { clock, WebSocket } = this.#options
    const { signal } = this.#stop
    const url = await addressOf(this.#options)
    const socket = await openRelaySocket({
      url,
      clock,
      signal,
      WebSocket,
      onMessage: (topic, message) => this.#receive(topic, message),
    })
    try {
      for (const topics of batchesOf([...this.#topics])) {
        await socket.request({
          id: this.#nextId(),
          method: 'irn_batchSubscribe',
          params: { topics },
          ms: times.relayPublish,
          signal,
        })
      }
      return socket
    } catch (error) {
      socket.close()
      throw error
    }
  }

  /**
   * Whether the relay refused a token because of its date. Then the time is corrected, and a new
   * token may be accepted.
   */
  #isMisdated(error: unknown): boolean {
    return KitError.is(error, 'socketClosedAbnormally') && this.#options.time.correct(error.details)
  }

  /** Tests a socket by subscribing again to a topic that is followed already. */
  #probe(open: RelaySocket, ms: number, signal: AbortSignal): Promise<unknown> | undefined {
    const [topic] = this.#topics
    return topic === undefined
      ? undefined
      : open.request({ id: this.#nextId(), method: 'irn_subscribe', params: { topic }, ms, signal })
  }

  /**
   * Reconnects after a socket has closed, if topics are followed. Does not reconnect after code
   * 3000, by which the relay refuses this client.
   */
  async #reconnect(code: number, lifetime: number): Promise<void> {
    const { signal } = this.#stop
    if (code === 3000 || this.#topics.size === 0 || signal.aborted) return
    await this.#pauseAfter(lifetime, signal).catch(() => {}) // after an abort, the loop ends
    await this.#keepTrying()
  }

  /**
   * Connects until a socket is open. If all attempts of one `#socket` call fail, it tries again
   * after 35 s, or at once when the device is online or the page visible again.
   */
  async #keepTrying(): Promise<void> {
    const { signal } = this.#stop
    while (this.#topics.size > 0 && !signal.aborted) {
      try {
        await this.#socket()
        return
      } catch (error) {
        if (isRefusal(error)) return
        // after an abort, the loop ends
        await recalledOrPause(this.#options.clock, times.relayHeartbeat, signal).catch(() => {})
      }
    }
  }

  #receive(topic: string, message: string): Promise<boolean> | undefined {
    if (this.#stop.signal.aborted) return undefined
    if (this.#topics.has(topic)) return this.#inbox.receive(topic, message)
    return this.#options.isGone?.(topic) ? Promise.resolve(true) : undefined
  }

  #request(method: string, params: object, signal?: AbortSignal): Promise<unknown> {
    return this.#requests
      .run((limited) => this.#requestUntilAnswered(method, params, limited), signal)
      .finally(() => this.#closeIfIdle())
  }

  async #requestUntilAnswered(
    method: string,
    params: object,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { clock, time } = this.#options
    const id = this.#nextId()
    const until = clock.now() + times.relayPublish
    const left = () => until - clock.now()
    for (let isFirst = true; ; isFirst = false) {
      const corrections = time.corrections()
      const open = await withLimit(() => this.#socket(), {
        ms: left(),
        clock,
        signal,
        onTimeout: () => kitError('relayUnreachable'),
      })
      try {
        const ms = Math.min(times.relayPublishInitial, left())
        return await open.request({ id, method, params, ms, signal })
      } catch (error) {
        // if the time is wrong, tries again at once. Only the first caller that reads the refusal
        // corrects the time; others see a new number of corrections
        if (isFirst && (this.#isMisdated(error) || time.corrections() > corrections)) continue
        if (KitError.is(error, 'httpTimeout'))
          open.close() // it gets no answers, so it is dead, even if the browser calls it open
        else if (!KitError.is(error, 'relayUnreachable')) throw error
        await pause(clock, Math.min(times.relayRepeat, left()), signal)
        if (left() <= 0) throw error
      }
    }
  }

  #closeIfIdle(): void {
    void this.#opening?.then(
      (open) => this.#topics.size === 0 && !this.#requests.isBusy() && open.close(),
      () => {},
    )
  }
}

/** Whether another attempt is useless, because the relay or the browser would refuse it again. */
const isRefusal = (error: unknown) =>
  KitError.is(error, 'socketClosedAbnormally') || KitError.is(error, 'socketUrlInvalid')

/** The URL for a socket, with a new token. */
async function addressOf({
  relayUrl,
  projectId,
  seed,
  use,
  time,
}: Pick<RelayOptions, 'relayUrl' | 'projectId' | 'seed' | 'use' | 'time'>): Promise<string> {
  const url = new URL(relayUrl)
  url.searchParams.set(
    'auth',
    await createRelayToken(use, { seed, relayUrl, now: time.now(), life: time.tokenLife() }),
  )
  if (projectId) url.searchParams.set('projectId', projectId)
  url.searchParams.set('ua', 'wc-2/latchkey/browser')
  return url.href
}

function batchesOf(topics: readonly string[]): readonly (readonly string[])[] {
  const starts = Array.from(
    { length: Math.ceil(topics.length / counts.relayBatchTopics) },
    (_, index) => index * counts.relayBatchTopics,
  )
  return starts.map((start) => topics.slice(start, start + counts.relayBatchTopics))
}
