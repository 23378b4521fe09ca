import { setMaxListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { relayWatchEvent } from '@latchkey/protocol/relay'
import { causesOf } from '@latchkey/server/causesOf'
import { limits } from '../limits.ts'
import type { Metrics } from '../metrics.ts'
import type { WriteLog } from '../options.ts'
import type { WatchEvent, WatchStore } from '../store/watchStore.ts'
import type { createUrlPolicy } from '@latchkey/server/publicAddresses'
import { callWebhook, type Outcome } from './callWebhook.ts'
import { createLanes, type Lanes } from './lanes.ts'
import type { RelayKey } from './relayKey.ts'

type Options = {
  metrics: Metrics
  now: () => number
  log: WriteLog
  watch: WatchStore
  policy: ReturnType<typeof createUrlPolicy>
  key: RelayKey
}

type CallResult = { outcome: Outcome | 'busy'; pause?: number }

const lanesOf = (max: number, now: () => number): Lanes =>
  createLanes({ max, pause: limits.watch.look, now })

/**
 * Delivers events to webhooks. Each event is delivered at least once, unless its webhook may not be
 * called or fails until the time for repetitions is over. Several calls run concurrently, in no
 * particular order.
 */
export class Courier {
  readonly #watch: WatchStore
  readonly #policy: ReturnType<typeof createUrlPolicy>
  readonly #key: RelayKey
  readonly #metrics: Options['metrics']
  readonly #now: Options['now']
  readonly #log: Options['log']
  readonly #running = new Map<string, Promise<void>>()
  readonly #hosts: Lanes
  readonly #addresses: Lanes
  readonly #closing = new AbortController()
  #bytes = 0
  #looking: Promise<void> | undefined
  #again = false
  readonly #timer: NodeJS.Timeout

  constructor({ watch, policy, key, metrics, now, log }: Options) {
    this.#watch = watch
    this.#policy = policy
    this.#key = key
    this.#metrics = metrics
    this.#now = now
    this.#log = log
    this.#hosts = lanesOf(limits.watch.callsOfHost, now)
    this.#addresses = lanesOf(limits.watch.callsOfAddress, now)
    setMaxListeners(limits.watch.calls, this.#closing.signal)
    this.#timer = setInterval(() => this.look(), limits.watch.look)
    this.#timer.unref()
  }

  /** Looks for due events, and delivers them. */
  look(): void {
    this.#again = true
    if (this.#closing.signal.aborted) return
    this.#looking ??= this.#take()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#looking = undefined
        if (
          this.#again &&
          this.#running.size < limits.watch.calls &&
          this.#bytes < limits.watch.callBytes
        )
          this.look()
      })
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing.abort()
    await this.#looking
    await Promise.all(this.#running.values())
  }

  async #deliver(event: WatchEvent): Promise<void> {
    const age = this.#now() - event.at
    const { min, max } = limits.watch.pause
    const { outcome, pause } =
      age > limits.watch.retry ? { outcome: 'late' as const } : await this.#callService(event)
    if (this.#closing.signal.aborted) return // the relay ends: the event counts as not delivered
    this.#metrics.webhooks(outcome).add()
    if (pause !== undefined) await this.#watch.postpone(event, pause)
    else if (outcome === 'failed')
      await this.#watch.postpone(event, Math.min(max, Math.max(min, age)))
    else await this.#watch.finish(event)
  }

  /**
   * Calls the webhook of an event. If its host or its address already has its maximum of calls, the
   * event waits.
   */
  async #callService(event: WatchEvent): Promise<CallResult> {
    const url = new URL(event.url)
    const reach = this.#policy(url)
    if (reach === 'refused') return { outcome: reach }
    if (reach === 'named') return { outcome: await this.#call(event, url, reach) }
    if (!this.#hosts.enter(url.host)) return { outcome: 'busy', pause: this.#hosts.wait(url.host) }
    try {
      if (
        !this.#addresses.enter(
          event.holder,
          this.#running.size > limits.watch.calls - limits.watch.callsLeft
            ? limits.watch.callsOfFew
            : undefined,
        )
      )
        return { outcome: 'busy', pause: this.#addresses.wait(event.holder) }
      try {
        return { outcome: await this.#call(event, url, reach) }
      } finally {
        this.#addresses.leave(event.holder)
      }
    } finally {
      this.#hosts.leave(url.host)
    }
  }

  #call(event: WatchEvent, url: URL, reach: 'named' | 'public'): Promise<Outcome> {
    return callWebhook(
      url,
      JSON.stringify({ eventAuth: [this.#key.sign(claimsOf(event, this.#now()))] }),
      { reach, signal: this.#closing.signal },
    )
  }

  #begin(event: WatchEvent): void {
    this.#bytes += event.data.length
    const done = this.#deliver(event)
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#bytes -= event.data.length
        this.#running.delete(event.id)
        this.look()
      })
    this.#running.set(event.id, done)
  }

  /** Takes due events and starts their calls, as long as another call may start. */
  async #take(): Promise<void> {
    do {
      this.#again = false
      const free = limits.watch.calls - this.#running.size
      if (free <= 0 || this.#bytes >= limits.watch.callBytes) return
      const events = await this.#watch.claim(free, limits.watch.callBytes - this.#bytes)
      for (const event of events) {
        // a break after each event, because signing a large event takes some milliseconds
        this.#begin(event)
        await setImmediate()
      }
    } while (this.#again && !this.#closing.signal.aborted)
  }

  #fail(error: unknown): void {
    this.#metrics.failures.add()
    this.#log('error', 'webhooks failed', { error: causesOf(error) })
  }
}

/** The claims of the token that a webhook gets. docs/contracts/relay.md#watches */
function claimsOf(
  { client, type, service, url, status, seq, data }: WatchEvent,
  at: number,
): object {
  return {
    act: relayWatchEvent,
    sub: `did:key:${client}`,
    aud: service,
    typ: type,
    whu: url,
    iat: Math.floor(at / 1_000),
    evt: { messageId: seq, status, ...JSON.parse(data) },
  }
}
