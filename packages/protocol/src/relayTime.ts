/**
 * The fault of a token whose time is wrong, and the relay's time, milliseconds since 1970, where
 * the relay says it.
 */
export type ClockFault = { fault: 'early' | 'late'; now?: number }

/**
 * What the relay adds to the reason for which it refuses a token of a wrong time: its own time, in
 * seconds since 1970.
 */
export const relayTimeText = (now: number): string => ` (relay time ${Math.floor(now / 1_000)})`

/**
 * The times that a clock may show, milliseconds since 1970: 2020 to 2100. Ids are made of it, and
 * far ones are no exact numbers.
 */
const possible = { least: Date.UTC(2020, 0), most: Date.UTC(2100, 0) }

/**
 * Reads why a relay closed a socket; undefined for any reason but a wrong time. Other relays do not
 * say theirs, and one that is impossible is none. relay 2
 */
export function readClockFault(reason: string | undefined): ClockFault | undefined {
  const [, words, seconds] =
    /JWT Token is (not yet valid|expired)(?:.*\(relay time (\d{9,11})\))?/.exec(reason ?? '') ?? []
  if (words === undefined) return undefined
  const now = Number(seconds) * 1_000
  return {
    fault: words === 'expired' ? 'late' : 'early',
    ...(now >= possible.least && now <= possible.most && { now }),
  }
}
