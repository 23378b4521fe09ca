import * as counts from '@latchkey/protocol/counts'
import * as times from '@latchkey/protocol/times'
import type { Clock } from '../../core/clock.ts'
import { kitError } from '../../core/errors.ts'
import { KitError } from '../../core/KitError.ts'
import { pause } from '../../core/http.ts'
import type { Primitives } from '../crypto/crypto.ts'
import { toHex, toUtf8 } from '../crypto/encoding.ts'
import { openRelaySocket } from './relaySocket.ts'
import type { RelaySocket } from './relaySocket.ts'
import { createRelayToken } from './relayToken.ts'

export type RelayOptions = {
  /** `wss://…`; a query that is there is kept. */
  relayUrl: string
  projectId?: string
  /** Ed25519 seed, hex: the identity that mailboxes belong to. */
  seed: string
  use: Primitives
  clock: Clock
  WebSocket: typeof WebSocket
  /** Called once for every message, in the order of its topic. */
  onMessage(topic: string, message: string): Promise<void>
}

/** A message for a topic. `ttl` in seconds. */
export type Publication = { topic: string; message: string; ttl: number; tag: number; prompt?: boolean; signal?: AbortSignal }

/** The relay as the client sees it: topics and messages; sockets come and go underneath. */
export type RelayClient = {
  /** @throws KitError as publish */
  subscribe(topic: string, options?: { signal?: AbortSignal }): Promise<void>
  /** Follows topics of an earlier visit; connects in the background. */
  restore(topics: readonly string[]): void
  unsubscribe(topic: string): Promise<void>
  /** Repeats under the same id, over new sockets too, for at most a minute. @throws KitError offline, relayUnreachable, httpTimeout, requestAborted */
  publish(publication: Publication): Promise<void>
  /** Leaves the relay; nothing is sent or heard any more. */
  close(): void
}

/** Connects when there is something to hear or say, and again after every loss, with the limits of spec section 9 (relay layer). */
export function createRelayClient({ relayUrl, projectId, seed, use, clock, WebSocket: Socket, onMessage }: RelayOptions): RelayClient {
  const topics = new Set<string>()
  const seen = new Map<string, Set<string>>()
  const stop = new AbortController()
  let opening: Promise<RelaySocket> | undefined
  let inbox: Promise<unknown> = Promise.resolve()
  let lastId = 0

  function nextId(): number {
    lastId = Math.max(lastId + 1, clock.now() * 1_000 + Math.floor(Math.random() * 1_000))
    return lastId
  }

  async function openOnce(): Promise<RelaySocket> {
    if (globalThis.navigator?.onLine === false) throw kitError('offline')
    const url = new URL(relayUrl)
    url.searchParams.set('auth', await createRelayToken(use, { seed, relayUrl, now: clock.now() }))
    if (projectId) url.searchParams.set('projectId', projectId)
    url.searchParams.set('ua', 'wc-2/latchkey/browser')
    const socket = await openRelaySocket({ url: url.href, clock, signal: stop.signal, WebSocket: Socket, onMessage: receive })
    void socket.closed.then(({ code }) => onClosed(code))
    const all = [...topics]
    for (let start = 0; start < all.length; start += counts.relayBatchTopics) {
      const batch = all.slice(start, start + counts.relayBatchTopics)
      await socket.request({ id: nextId(), method: 'irn_batchSubscribe', params: { topics: batch }, ms: times.relayPublish })
    }
    return socket
  }

  async function openPatiently(): Promise<RelaySocket> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await openOnce()
      } catch (error) {
        const isFinal = stop.signal.aborted || attempt >= counts.relayAttempts || KitError.is(error, 'offline') || KitError.is(error, 'socketClosedAbnormally') || KitError.is(error, 'socketUrlInvalid')
        if (isFinal) throw error
        await pause(clock, attempt * times.relayPause, stop.signal)
      }
    }
  }

  function socket(): Promise<RelaySocket> {
    if (stop.signal.aborted) return Promise.reject(kitError('requestAborted'))
    return (opening ??= openPatiently().catch((error: unknown) => {
      opening = undefined
      throw error
    }))
  }

  function onClosed(code: number): void {
    opening = undefined
    // 3000 is the relay's word that it will not have us; everything else is a loss, to be made good while somebody listens
    if (code !== 3000 && topics.size > 0) void keepTrying()
  }

  /** After the attempts of one round, one more every 35 s, and at once when the machine is back online. */
  async function keepTrying(): Promise<void> {
    while (topics.size > 0 && !stop.signal.aborted) {
      try {
        await socket()
        return
      } catch (error) {
        if (KitError.is(error, 'socketClosedAbnormally') || KitError.is(error, 'socketUrlInvalid')) return
        await onlineOrPause(clock, stop.signal).catch(() => {}) // closed meanwhile: the loop sees it
      }
    }
  }

  function receive(topic: string, message: string): boolean {
    if (!topics.has(topic)) return false
    inbox = inbox.then(async () => {
      if (!topics.has(topic) || (await isKnown(topic, message))) return
      await onMessage(topic, message).catch(() => {}) // a message that nobody can read is dropped, like one that never came
    })
    return true
  }

  async function isKnown(topic: string, message: string): Promise<boolean> {
    const hash = toHex(await use.sha256(toUtf8(message)))
    const known = seen.get(topic) ?? new Set()
    seen.set(topic, known)
    if (known.has(hash)) return true
    known.add(hash)
    const [oldest] = known
    if (known.size > counts.relaySeenMessages && oldest) known.delete(oldest)
    return false
  }

  async function ask(method: string, params: object, signal?: AbortSignal): Promise<unknown> {
    const id = nextId()
    const until = clock.now() + times.relayPublish
    for (;;) {
      try {
        const open = await abortable(socket(), signal)
        return await open.request({ id, method, params, ms: Math.min(times.relayPublishInitial, Math.max(1, until - clock.now())), signal })
      } catch (error) {
        const canRepeat = KitError.is(error, 'httpTimeout') || (KitError.is(error, 'relayUnreachable') && opening === undefined)
        if (!canRepeat || clock.now() >= until || signal?.aborted) throw error
        await pause(clock, times.heartbeat, signal)
      }
    }
  }

  return {
    async subscribe(topic, { signal } = {}) {
      topics.add(topic)
      await ask('irn_subscribe', { topic }, signal)
    },
    restore(stored) {
      for (const topic of stored) topics.add(topic)
      if (stored.length > 0) void keepTrying()
    },
    async unsubscribe(topic) {
      if (!topics.delete(topic)) return
      seen.delete(topic)
      const id = toHex(await use.sha256(toUtf8(topic + seed.slice(0, 8))))
      // the relay forgets the topic by itself in time; who leaves does not wait for it
      void ask('irn_unsubscribe', { topic, id }).then(closeIfIdle, closeIfIdle)
    },
    async publish({ signal, ...publication }) {
      await ask('irn_publish', { prompt: false, ...publication }, signal)
    },
    close() {
      stop.abort()
      void opening?.then(({ close }) => close(), () => {})
    },
  }

  function closeIfIdle(): void {
    if (topics.size === 0) void opening?.then(({ close }) => close(), () => {})
  }
}

function abortable<value>(promise: Promise<value>, signal?: AbortSignal): Promise<value> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(kitError('requestAborted', { cause: signal.reason }))
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

async function onlineOrPause(clock: Clock, signal: AbortSignal): Promise<void> {
  const done = new AbortController()
  const target = typeof window === 'undefined' ? undefined : window
  const online = new Promise<void>((resolve) => target?.addEventListener('online', () => resolve(), { once: true, signal: done.signal }))
  try {
    await Promise.race([online, pause(clock, times.relayHeartbeat, signal)])
  } finally {
    done.abort()
  }
}
