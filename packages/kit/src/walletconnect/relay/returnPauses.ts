import * as counts from '@latchkey/protocol/counts'
import * as times from '@latchkey/protocol/times'
import type { Clock } from '../../core/clock.ts'
import { pause } from '../../core/http.ts'
import { recalledOrPause } from './heartbeat.ts'

/**
 * Makes the pauses before a client comes back to a relay that closed its socket: 1, 2, 3, 4, 5 s, then 35 s, until a socket has lived for
 * 35 s. A relay that sends everybody away is not stormed. The longest one ends when the machine is back online or the page in sight.
 * @returns waits after a socket that lived so many milliseconds. @throws KitError requestAborted
 */
export function createReturnPauses(clock: Clock): (lifetime: number, signal: AbortSignal) => Promise<unknown> {
  let shortLives = 0
  return (lifetime, signal) => {
    shortLives = lifetime < times.relayHeartbeat ? shortLives + 1 : 1
    return shortLives > counts.relayAttempts ? recalledOrPause(clock, times.relayHeartbeat, signal) : pause(clock, shortLives * times.relayPause, signal)
  }
}
