import * as times from '@latchkey/protocol/times'
import type { Clock } from '../../core/clock.ts'
import { pause } from '../../core/http.ts'
import { KitError } from '../../core/KitError.ts'
import type { RelaySocket } from './relaySocket.ts'

type Heartbeat = {
  clock: Clock
  signal: AbortSignal
  /** Asks the relay something that changes nothing; undefined when there is nothing to ask about. */
  ask(signal: AbortSignal): Promise<unknown> | undefined
}

/**
 * Asks the relay for a sign of life every 35 s, and at once when the machine is back online or the page back in sight: a
 * phone's browser lets sockets die in their sleep and tells nobody. A socket that brings no answer is closed. Never fails;
 * ends with the socket. Spec section 9, relay layer.
 */
export async function keepAlive(socket: RelaySocket, { clock, signal, ask }: Heartbeat): Promise<void> {
  const life = within(signal)
  void socket.closed.then(() => life.abort())
  while (!life.signal.aborted) {
    try {
      await recalledOrPause(clock, life.signal)
      await ask(life.signal)
    } catch (error) {
      if (KitError.is(error, 'httpTimeout')) socket.close() // an error of the relay is a sign of life, too
    }
  }
}

/** Waits 35 s, or until the machine is back online or the page back in sight. @throws KitError requestAborted */
export async function recalledOrPause(clock: Clock, signal: AbortSignal): Promise<void> {
  const done = within(signal)
  const recalled = new Promise<void>((resolve) => {
    const once = { once: true, signal: done.signal }
    const { window: page, document: sheet } = globalThis as Partial<typeof globalThis>
    page?.addEventListener('online', () => resolve(), once)
    sheet?.addEventListener('visibilitychange', () => sheet.visibilityState === 'visible' && resolve(), { signal: done.signal })
  })
  try {
    await Promise.race([recalled, pause(clock, times.relayHeartbeat, done.signal)])
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
