import * as times from '@latchkey/protocol/times'
import type { Clock } from '../../core/clock.ts'
import { pause } from '../../core/http.ts'
import { KitError } from '../../core/KitError.ts'
import type { RelaySocket } from './relaySocket.ts'

type Heartbeat = {
  clock: Clock
  signal: AbortSignal
  /** Asks the relay something that changes nothing, and waits for so many milliseconds; undefined when there is nothing to ask about. */
  ask(ms: number, signal: AbortSignal): Promise<unknown> | undefined
}

/**
 * Looks at a socket every 5 s. Where it brought nothing for 20 s, the relay is asked for a sign of life, and after 35 s without one the
 * socket is closed. The relay is asked at once when the machine is back online or the page back in sight: a phone's browser lets
 * sockets die in their sleep and tells nobody. Never fails; ends with the socket. Spec section 9, relay layer.
 */
export async function keepAlive(socket: RelaySocket, { clock, signal, ask }: Heartbeat): Promise<void> {
  const life = within(signal)
  void socket.closed.then(() => life.abort())
  while (!life.signal.aborted) {
    try {
      const isRecalled = await recalledOrPause(clock, times.heartbeat, life.signal)
      const silence = clock.now() - socket.heardAt()
      if (isRecalled || silence >= times.relayHeartbeat - times.relayPublishInitial) await ask(patienceAfter(silence), life.signal)
    } catch (error) {
      if (KitError.is(error, 'httpTimeout')) socket.close() // an error of the relay is a sign of life, too
    }
  }
}

/** How long an answer may take after so much silence. A machine that slept has a relay that knows nothing of it. Milliseconds. */
function patienceAfter(silence: number): number {
  return silence < times.relayHeartbeat ? Math.min(times.relayPublishInitial, times.relayHeartbeat - silence) : times.relayPublishInitial
}

/** Waits, or until the machine is back online or the page back in sight. @returns whether it is. @throws KitError requestAborted */
export async function recalledOrPause(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  const done = within(signal)
  const recalled = new Promise<true>((resolve) => {
    const once = { once: true, signal: done.signal }
    const { window: page, document: sheet } = globalThis as Partial<typeof globalThis>
    page?.addEventListener('online', () => resolve(true), once)
    sheet?.addEventListener('visibilitychange', () => sheet.visibilityState === 'visible' && resolve(true), { signal: done.signal })
  })
  try {
    return await Promise.race([recalled, pause(clock, ms, done.signal).then(() => false)])
  } finally {
    done.abort()
  }
}

/** Ends with `signal`, or earlier. */
function within(signal: AbortSignal): AbortController {
  const own = new AbortController()
  if (signal.aborted) own.abort()
  else signal.addEventListener('abort', () => own.abort(), { once: true, signal: own.signal })
  return own
}
