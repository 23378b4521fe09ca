import * as times from '@latchkey/protocol/times'
import type { Clock } from '../../../core/page/clock.ts'
import { pause } from '../../../core/errors/withLimit.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import type { RelaySocket } from './relaySocket.ts'

type Heartbeat = {
  clock: Clock
  signal: AbortSignal
  /**
   * Sends the relay a request without an effect, and waits `ms` milliseconds for the answer.
   * Undefined when the client follows no topic, which the request needs.
   */
  probe(ms: number, signal: AbortSignal): Promise<unknown> | undefined
}

/**
 * Checks a socket every 5 s. After 20 s of silence, the relay gets a test request, and after 35 s
 * the socket is closed. When the device is online again or the page becomes visible, the request is
 * sent at once, because a phone's browser closes the sockets of a hidden page without an event.
 * Never rejects. Ends when the socket does. See docs/contracts/product.md#relay-client.
 */
export async function keepAlive(
  socket: RelaySocket,
  { clock, signal, probe: ask }: Heartbeat,
): Promise<void> {
  const life = within(signal)
  void socket.closed.then(() => life.abort())
  while (!life.signal.aborted) {
    try {
      const isRecalled = await recalledOrPause(clock, times.heartbeat, life.signal)
      const silence = clock.now() - socket.lastFrameAt()
      if (isRecalled || silence >= times.relayHeartbeat - times.relayPublishInitial)
        await ask(patienceAfter(silence), life.signal)
    } catch (error) {
      // an error that the relay answers also proves the connection
      if (KitError.is(error, 'httpTimeout')) socket.close()
    }
  }
}

/**
 * The time limit of the test request, after `silence` milliseconds without a frame. It is shorter
 * if the silence was long. After a very long silence it is the full time again: then the computer
 * has slept, and the relay did not cause the silence. Milliseconds.
 */
function patienceAfter(silence: number): number {
  return silence < times.relayHeartbeat
    ? Math.min(times.relayPublishInitial, times.relayHeartbeat - silence)
    : times.relayPublishInitial
}

/**
 * Waits until the time is up, the device is online again, or the page is visible again.
 * @returns true if the device is online or the page visible again
 * @throws KitError requestAborted
 */
export async function recalledOrPause(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
): Promise<boolean> {
  const done = within(signal)
  const recalled = new Promise<true>((resolve) => {
    const once = { once: true, signal: done.signal }
    const { window: page, document: sheet } = globalThis as Partial<typeof globalThis>
    page?.addEventListener('online', () => resolve(true), once)
    sheet?.addEventListener(
      'visibilitychange',
      () => sheet.visibilityState === 'visible' && resolve(true),
      { signal: done.signal },
    )
  })
  try {
    return await Promise.race([recalled, pause(clock, ms, done.signal).then(() => false)])
  } finally {
    done.abort()
  }
}

/** Makes a controller that aborts when `signal` does. Its owner may abort it earlier. */
function within(signal: AbortSignal): AbortController {
  const own = new AbortController()
  if (signal.aborted) own.abort()
  else signal.addEventListener('abort', () => own.abort(), { once: true, signal: own.signal })
  return own
}
