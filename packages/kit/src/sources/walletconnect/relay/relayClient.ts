import * as counts from '@latchkey/protocol/counts'
import * as times from '@latchkey/protocol/times'
import type { Clock } from '../../../core/page/clock.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { pause, withLimit } from '../../../core/errors/withLimit.ts'
import type { Primitives } from '../crypto/crypto.ts'
import { toHex, toUtf8 } from '../crypto/encoding.ts'
import { createIds } from '../createIds.ts'
import { createScope } from '../scope.ts'
import { keepAlive, recalledOrPause } from './heartbeat.ts'
import { openRelaySocket } from './relaySocket.ts'
import type { RelaySocket } from './relaySocket.ts'
import { createReconnectPauses } from './reconnectPauses.ts'
import { clientIdOf, createRelayToken } from './relayToken.ts'
import type { RelayTime } from './relayTime.ts'

export type RelayOptions = {
  /** The relay's URL, `wss://…`. An existing query stays. */
  relayUrl: string
  projectId?: string
  /** Ed25519 seed, hex: the identity that owns the mailboxes. */
  seed: string
  use: Primitives
  clock: Clock
  time: RelayTime
  WebSocket: typeof WebSocket
  /**
   * Called once for every message, in the order of its topic. `answered` settles when the answer to
   * it was sent, or could not be sent.
   */
  onMessage(topic: string, message: string): Promise<{ answered: Promise<void> } | void>
  /**
   * Whether a topic has ended for good: its remaining messages are removed from the mailbox and
   * dropped.
   */
  isGone?(topic: string): boolean
}

/** A handled message. `isDone` resolves to whether the relay may delete it. */
type HandledMessage = { isDone: Promise<boolean> }

/** A message for a topic. `ttl` in seconds. */
export type Publication = {
  topic: string
  message: string
  ttl: number
  tag: number
  prompt?: boolean
  signal?: AbortSignal
}

/** Topics and messages of a relay, independent of single sockets. */
export type RelayClient = {
  /**
   * Follows a topic.
   * @throws KitError as publish
   */
  subscribe(topic: string, options?: { signal?: AbortSignal }): Promise<void>
  /** Opens the socket for a visitor who will probably need it. Closes it after 5 s without use. */
  preconnect(): void
  /**
   * Resolves when the socket that is opening, if any, is open.
   * @throws KitError as publish
   */
  opened(): Promise<unknown>
  /** Follows topics of an earlier visit. Connects in the background. */
  restore(topics: readonly string[]): void
  unsubscribe(topic: string): Promise<void>
  /**
   * Sends a message. Repeats it under the same id, also over new sockets, for at most a minute.
   * @throws KitError offline, relayUnreachable, httpTimeout, requestAborted
   */
  publish(publication: Publication): Promise<void>
  /** Disconnects from the relay. Nothing is sent or received any more. */
  close(): void
}

/**
 * Makes the relay client. It connects when there is a topic to follow or a message to send, and
 * again after every loss. See docs/contracts/product.md#relay-client.
 */
export function createRelayClient({
  relayUrl,
  projectId,
  seed,
  use,
  clock,
  time,
  WebSocket: Socket,
  onMessage,
  isGone,
}: RelayOptions): RelayClient {
  const topics = new Set<string>()
  const seen = new Map<string, Map<string, HandledMessage>>()
  const stop = new AbortController()
  const requests = createScope()
  const pauseAfter = createReconnectPauses(clock)
  let opening: Promise<RelaySocket> | undefined
  let inbox: Promise<unknown> = Promise.resolve() // of promises that never reject
  const nextId = createIds(time)

  async function openOnce(): Promise<RelaySocket> {
    if (globalThis.navigator?.onLine === false) throw kitError('offline')
    const url = await addressOf({ relayUrl, projectId, seed, use, time })
    const socket = await openRelaySocket({
      url,
      clock,
      signal: stop.signal,
      WebSocket: Socket,
      onMessage: receive,
    })
    try {
      for (const batch of batchesOf([...topics])) {
        await socket.request({
          id: nextId(),
          method: 'irn_batchSubscribe',
          params: { topics: batch },
          ms: times.relayPublish,
          signal: stop.signal,
        })
      }
      return socket
    } catch (error) {
      socket.close()
      throw error
    }
  }

  async function openPatiently(): Promise<RelaySocket> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await openOnce()
      } catch (error) {
        if (attempt < counts.relayAttempts && isMisdated(error)) continue
        const isFinal =
          stop.signal.aborted ||
          attempt >= counts.relayAttempts ||
          KitError.is(error, 'offline') ||
          KitError.is(error, 'socketClosedAbnormally') ||
          KitError.is(error, 'socketUrlInvalid')
        if (isFinal) throw error
        await pause(clock, attempt * times.relayPause, stop.signal)
      }
    }
  }

  /**
   * Whether the relay refused a token because of its date, and would accept one that is made now.
   */
  const isMisdated = (error: unknown) =>
    KitError.is(error, 'socketClosedAbnormally') && time.correct(error.details)

  function socket(): Promise<RelaySocket> {
    if (stop.signal.aborted) return Promise.reject(kitError('requestAborted'))
    if (opening) return opening
    const attempt = openPatiently()
    opening = attempt
    const forgetAttempt = () => void (opening = opening === attempt ? undefined : opening)
    attempt.then(async (open) => {
      const openedAt = clock.now()
      void keepAlive(open, {
        clock,
        signal: stop.signal,
        probe: (ms, signal) => probe(open, ms, signal),
      })
      const { code, reason } = await open.closed
      forgetAttempt()
      await onClosed(code === 3000 && time.correct(reason) ? 1000 : code, clock.now() - openedAt)
    }, forgetAttempt)
    return attempt
  }

  /** Tests a socket: subscribes again to a topic that is followed already. */
  function probe(open: RelaySocket, ms: number, signal: AbortSignal): Promise<unknown> | undefined {
    const [topic] = topics
    return topic === undefined
      ? undefined
      : open.request({ id: nextId(), method: 'irn_subscribe', params: { topic }, ms, signal })
  }

  /**
   * Reconnects after a loss while topics are followed. Not after code 3000, by which the relay
   * refuses this client.
   */
  async function onClosed(code: number, lifetime: number): Promise<void> {
    if (code === 3000 || topics.size === 0 || stop.signal.aborted) return
    await pauseAfter(lifetime, stop.signal).catch(() => {}) // aborted: the loop checks it
    await keepTrying()
  }

  /**
   * Connects again. After the attempts of one round, it tries every 35 s, and at once when the
   * device is online or the page visible again.
   */
  async function keepTrying(): Promise<void> {
    while (topics.size > 0 && !stop.signal.aborted) {
      try {
        await socket()
        return
      } catch (error) {
        if (KitError.is(error, 'socketClosedAbnormally') || KitError.is(error, 'socketUrlInvalid'))
          return
        // aborted: the loop checks it
        await recalledOrPause(clock, times.relayHeartbeat, stop.signal).catch(() => {})
      }
    }
  }

  function receive(topic: string, message: string): Promise<boolean> | undefined {
    if (stop.signal.aborted) return undefined
    if (!topics.has(topic)) return isGone?.(topic) ? Promise.resolve(true) : undefined
    const handling = inbox.then(() => handle(topic, message))
    inbox = handling
    return handling.then(({ isDone }) => isDone)
  }

  /** Handles a message, once for all its copies. */
  async function handle(topic: string, message: string): Promise<HandledMessage> {
    const hash = toHex(await use.sha256(toUtf8(message)))
    if (!topics.has(topic)) return { isDone: Promise.resolve(true) }
    const known = seen.get(topic) ?? new Map<string, HandledMessage>()
    seen.set(topic, known)
    const before = known.get(hash)
    if (before) return before
    // an unreadable message is dropped
    const handled = await onMessage(topic, message).catch(() => {})
    const forgetCopy = () => {
      known.delete(hash) // a copy that arrives later is answered again
      return false
    }
    const copy = {
      isDone: handled ? handled.answered.then(() => true, forgetCopy) : Promise.resolve(true),
    }
    known.set(hash, copy)
    const [oldest] = known.keys()
    if (known.size > counts.relaySeenMessages && oldest) known.delete(oldest)
    return copy
  }

  function request(method: string, params: object, signal?: AbortSignal): Promise<unknown> {
    return requests
      .run((limited) => requestUntilAnswered(method, params, limited), signal)
      .finally(closeIfIdle)
  }

  async function requestUntilAnswered(
    method: string,
    params: object,
    signal: AbortSignal,
  ): Promise<unknown> {
    const id = nextId()
    const until = clock.now() + times.relayPublish
    const left = () => until - clock.now()
    for (let isFirst = true; ; isFirst = false) {
      const corrections = time.corrections()
      const open = await withLimit(socket, {
        ms: left(),
        clock,
        signal,
        onTimeout: () => kitError('relayUnreachable'),
      })
      try {
        return await open.request({
          id,
          method,
          params,
          ms: Math.min(times.relayPublishInitial, left()),
          signal,
        })
      } catch (error) {
        // the first caller that reads the refusal takes the time from it
        if (isFirst && (isMisdated(error) || time.corrections() > corrections)) continue
        if (KitError.is(error, 'httpTimeout'))
          open.close() // a socket without answers is dead, even if the browser reports it as open
        else if (!KitError.is(error, 'relayUnreachable')) throw error
        await pause(clock, Math.min(times.relayRepeat, left()), signal)
        if (left() <= 0) throw error
      }
    }
  }

  function closeIfIdle(): void {
    void opening?.then(
      (open) => topics.size === 0 && !requests.isBusy() && open.close(),
      () => {},
    )
  }

  return {
    async subscribe(topic, { signal } = {}) {
      topics.add(topic)
      await request('irn_subscribe', { topic }, signal)
    },
    preconnect() {
      socket().catch(() => {}) // the next request opens it again, and reports a failure
      clock.setTimeout(closeIfIdle, times.relayPreconnect)
    },
    opened: async () => opening,
    restore(stored) {
      const more = stored.filter((topic) => !topics.has(topic))
      for (const topic of more) topics.add(topic)
      if (more.length > 0 && !opening) void keepTrying()
      else
        for (const batch of batchesOf(more))
          request('irn_batchSubscribe', { topics: batch }).catch(keepTrying)
    },
    async unsubscribe(topic) {
      seen.delete(topic)
      // the relay forgets the topic by itself in time: no socket is opened for this, and
      // disconnecting does not wait
      if (!topics.delete(topic) || !opening) return
      const id = toHex(await use.sha256(toUtf8(topic + (await clientIdOf(use, seed)))))
      await request('irn_unsubscribe', { topic, id }).catch(() => {})
    },
    publish: async ({ signal, ...publication }) =>
      void (await request('irn_publish', { prompt: false, ...publication }, signal)),
    close() {
      stop.abort()
      requests.close()
      void opening?.then(
        (open) => open.close(),
        () => {},
      )
    },
  }
}

/** The URL of a socket, with a token that is made now. */
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
