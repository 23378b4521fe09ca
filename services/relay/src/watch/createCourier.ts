import { relayWatchEvent } from '@latchkey/protocol/relay'
import { causesOf } from '@latchkey/server/causesOf'
import { limits } from '../limits.ts'
import type { Service } from '../service.ts'
import type { WatchEvent, WatchStore } from '../store/watchStore.ts'
import type { createGate } from '@latchkey/server/publicAddresses'
import { callWebhook, type Outcome } from './callWebhook.ts'
import type { RelayKey } from './relayKey.ts'

type Options = Pick<Service, 'metrics' | 'now' | 'log'> & { watch: WatchStore; gate: ReturnType<typeof createGate>; key: RelayKey }

/** Brings events to webhooks, at least once each, some at a time and in no particular order. */
export function createCourier({ watch, gate, key, metrics, now, log }: Options) {
  const running = new Map<string, Promise<void>>()
  const hosts = new Map<string, number>()
  const closing = new AbortController()
  let looking: Promise<void> | undefined
  let again = false

  async function deliver(event: WatchEvent): Promise<void> {
    const age = now() - event.at
    const outcome = age > limits.watch.retry ? 'late' : await call(event)
    if (closing.signal.aborted) return // as if it had not been
    metrics.webhooks(outcome).add()
    const { least, most } = limits.watch.pause
    if (outcome === 'busy') await watch.postpone(event, limits.watch.look)
    else if (outcome === 'failed') await watch.postpone(event, Math.min(most, Math.max(least, age)))
    else await watch.finish(event)
  }

  async function call(event: WatchEvent): Promise<Outcome | 'busy'> {
    const url = new URL(event.url)
    const reach = gate(url)
    if (reach === 'refused') return reach
    const calls = hosts.get(url.host) ?? 0
    if (reach === 'public' && calls >= limits.watch.callsOfHost) return 'busy'
    hosts.set(url.host, calls + 1)
    try {
      return await callWebhook(url, JSON.stringify({ eventAuth: [key.sign(claimsOf(event, now()))] }), { reach, signal: closing.signal })
    } finally {
      const left = (hosts.get(url.host) ?? 1) - 1
      if (left > 0) hosts.set(url.host, left)
      else hosts.delete(url.host)
    }
  }

  /** Takes what is due as long as there is some and hands are free. */
  async function take(): Promise<void> {
    do {
      again = false
      const free = limits.watch.calls - running.size
      if (free <= 0) return
      const events = await watch.claim(free)
      for (const event of events) running.set(event.id, deliver(event).catch(fail).finally(() => void (running.delete(event.id) && look())))
    } while (again && !closing.signal.aborted)
  }

  function fail(error: unknown): void {
    metrics.failures.add()
    log('error', 'webhooks failed', { error: causesOf(error) })
  }

  /** Looks for what is due. */
  function look(): void {
    again = true
    if (closing.signal.aborted) return
    looking ??= take().catch(fail).finally(() => {
      looking = undefined
      if (again && running.size < limits.watch.calls) look()
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

/** relay 10 */
function claimsOf({ client, type, service, url, status, seq, data }: WatchEvent, at: number): object {
  return { act: relayWatchEvent, sub: `did:key:${client}`, aud: service, typ: type, whu: url, iat: Math.floor(at / 1_000), evt: { messageId: seq, status, ...JSON.parse(data) } }
}
