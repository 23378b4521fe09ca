/**
 * Why a token was refused: its time is too early or too late. `now` is the relay's time in
 * milliseconds since 1970, if the relay reports it.
 */
export type ClockFault = { fault: 'early' | 'late'; now?: number }

/**
 * The relay's own time, in seconds since 1970. It stands at the end of the reason with which the
 * relay refuses a token because of its time.
 */
export const relayTimeText = (now: number): string => ` (relay time ${Math.floor(now / 1_000)})`

/**
 * The times of a relay's clock that are accepted, in milliseconds since 1970: 2020 to 2100. Ids are
 * made from the time, and a later time would give inexact numbers.
 */
const possible = { min: Date.UTC(2020, 0), max: Date.UTC(2100, 0) }

/**
 * Reads the reason with which a relay has closed a socket; undefined if it is not about a token's
 * time. `now` is absent if the relay does not report its time, or if that time is impossible.
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
