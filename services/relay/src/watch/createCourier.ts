import { setMaxListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { relayWatchEvent } from '@latchkey/protocol/relay'
import { causesOf } from '@latchkey/server/causesOf'
import { limits } from '../limits.ts'
import type { Service } from '../service.ts'
import type { WatchEvent, WatchStore } from '../store/watchStore.ts'
import type { createUrlPolicy } from '@latchkey/server/publicAddresses'
import { callWebhook, type Outcome } from './callWebhook.ts'
import { createLanes } from './lanes.ts'
import type { RelayKey } from './relayKey.ts'

type Options = Pick<Service, 'metrics' | 'now' | 'log'> & {
  watch: WatchStore
  policy: ReturnType<typeof createUrlPolicy>
  key: RelayKey
}

/**
 * Delivers events to webhooks, at least once each, several at a time and in no particular order.
 */
export function createCourier({ watch, policy, key, metrics, now, log }: Options) {
  const running = new Map<string, Promise<void>>()
  const lanesOf = (max: number) => createLanes({ max, pause: limits.watch.look, now })
  const [hosts, addresses] = [
    lanesOf(limits.watch.callsOfHost),
    lanesOf(limits.watch.callsOfAddress),
  ]
  const closing = new AbortController()
  setMaxListeners(limits.watch.calls, closing.signal)
  let bytes = 0
  let looking: Promise<void> | undefined
  let again = false

  async function deliver(event: WatchEvent): Promise<void> {
    const age = now() - event.at
    const { min, max } = limits.watch.pause
    const { outcome, pause } =
      age > limits.watch.retry ? { outcome: 'late' as const } : await callService(event)
    if (closing.signal.aborted) return // as if there had been no call
    metrics.webhooks(outcome).add()
    if (pause !== undefined) await watch.postpone(event, pause)
    else if (outcome === 'failed') await watch.postpone(event, Math.min(max, Math.max(min, age)))
    else await watch.finish(event)
  }

  type CallResult = { outcome: Outcome | 'busy'; pause?: number }

  /** Calls the webhook. Where a host or an address has its max calls already, the event waits. */
  async function callService(event: WatchEvent): Promise<CallResult> {
    const url = new URL(event.url)
    const reach = policy(url)
    if (reach === 'refused') return { outcome: reach }
    if (reach === 'named') return { outcome: await call(event, url, reach) }
    if (!hosts.enter(url.host)) return { outcome: 'busy', pause: hosts.wait(url.host) }
    try {
      if (
        !addresses.enter(
          event.holder,
          running.size > limits.watch.calls - limits.watch.callsLeft
            ? limits.watch.callsOfFew
            : undefined,
        )
      )
        return { outcome: 'busy', pause: addresses.wait(event.holder) }
      try {
        return { outcome: await call(event, url, reach) }
      } finally {
        addresses.leave(event.holder)
      }
    } finally {
      hosts.leave(url.host)
    }
  }

  const call = (event: WatchEvent, url: URL, reach: 'named' | 'public') =>
    callWebhook(url, JSON.stringify({ eventAuth: [key.sign(claimsOf(event, now()))] }), {
      reach,
      signal: closing.signal,
    })

  function begin(event: WatchEvent): void {
    bytes += event.data.length
    const done = deliver(event)
      .catch(fail)
      .finally(() => {
        bytes -= event.data.length
        running.delete(event.id)
        look()
      })
    running.set(event.id, done)
  }

  /** Claims due events as long as there are any, and while another call may start. */
  async function take(): Promise<void> {
    do {
      again = false
      const free = limits.watch.calls - running.size
      if (free <= 0 || bytes >= limits.watch.callBytes) return
      const events = await watch.claim(free, limits.watch.callBytes - bytes)
      for (const event of events) {
        begin(event) // signing a large event takes some milliseconds
        await setImmediate()
      }
    } while (again && !closing.signal.aborted)
  }

  function fail(error: unknown): void {
    metrics.failures.add()
    log('error', 'webhooks failed', { error: causesOf(error) })
  }

  /** Checks for due events. */
  function look(): void {
    again = true
    if (closing.signal.aborted) return
    looking ??= take()
      .catch(fail)
      .finally(() => {
        looking = undefined
        if (again && running.size < limits.watch.calls && bytes < limits.watch.callBytes) look()
      })
  }

  const timer = setInterval(look, limits.watch.look)
  timer.unref()

  return {
    look,
    async close(): Promise<void> {
      clearInterval(timer)
      closing.abort()
      await looking
      await Promise.all(running.values())
    },
  }
}

/** The claims of an event. docs/contracts/relay.md#watches */
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
