/**
 * The fault of a token with a wrong time. `now` is the relay's time, milliseconds since 1970, where
 * the relay reports it.
 */
export type ClockFault = { fault: 'early' | 'late'; now?: number }

/**
 * The relay's own time, in seconds since 1970, at the end of the reason when it refuses a token
 * with a wrong time.
 */
export const relayTimeText = (now: number): string => ` (relay time ${Math.floor(now / 1_000)})`

/**
 * The accepted times of a relay's clock, milliseconds since 1970: 2020 to 2100. Ids are made from
 * it, and later times would give inexact numbers.
 */
const possible = { min: Date.UTC(2020, 0), max: Date.UTC(2100, 0) }

/**
 * Reads the reason with which a relay closed a socket; undefined for any reason except a wrong
 * time. `now` is absent for other relays, which do not report theirs, and for an impossible time.
 * docs/contracts/relay.md#token
 */
export function readClockFault(reason: string | undefined): ClockFault | undefined {
  const [, words, seconds] =
    /JWT Token is (not yet valid|expired)(?:.*\(relay time (\d{9,11})\))?/.exec(reason ?? '') ?? []
  if (words === undefined) return undefined
  const now = Number(seconds) * 1_000
  return {
    fault: words === 'expired' ? 'late' : 'early',
    ...(now >= possible.min && now <= possible.max && { now }),
  }
}
