import * as counts from '@latchkey/protocol/counts'
import * as times from '@latchkey/protocol/times'
import type { Clock } from '../../../core/page/clock.ts'
import { pause } from '../../../core/errors/withLimit.ts'
import { recalledOrPause } from './heartbeat.ts'

/**
 * Makes the pauses before a client reconnects to a relay that closed its socket: 1, 2, 3, 4, 5 s,
 * then 35 s. After a socket that lasted for 35 s, they begin at 1 s again. The pauses protect a
 * relay that closes all sockets from overload. The longest pause ends early when the device is
 * online or the page visible again.
 * @returns a function that waits, after a socket that lasted `lifetime` milliseconds
 * @throws KitError requestAborted
 */
export function createReconnectPauses(
  clock: Clock,
): (lifetime: number, signal: AbortSignal) => Promise<unknown> {
  let shortLives = 0
  return (lifetime, signal) => {
    shortLives = lifetime < times.relayHeartbeat ? shortLives + 1 : 1
    return shortLives > counts.relayAttempts
      ? recalledOrPause(clock, times.relayHeartbeat, signal)
      : pause(clock, shortLives * times.relayPause, signal)
  }
}
