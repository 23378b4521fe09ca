import { readClockFault } from '@latchkey/protocol/relayTime'
import type { Clock } from '../../../core/page/clock.ts'
import { keyName } from '../../../core/storage/storedKeys.ts'
import type { RawStorage } from '../../../core/storage/storage.ts'

/**
 * The relay's time. Wallets and the relay check dates by it, and the visitor's clock may be wrong
 * by days.
 */
export type RelayTime = {
  /**
   * Milliseconds since 1970: the visitor's clock, corrected as far as the relay has reported its
   * time. Use it for dates that wallets or the relay read. Measure waits by the visitor's clock,
   * because this time jumps at a correction.
   */
  now(): number
  /** Converts a time of the relay to the visitor's clock. Milliseconds since 1970. */
  toVisitor(time: number): number
  /** Seconds for which a token is valid. */
  tokenLife(): number
  /**
   * Corrects the time, if the relay's reason for a refusal says that a token's date is wrong.
   * @returns whether a token that is made now may be accepted
   */
  correct(reason: string | undefined): boolean
  /** The number of corrections so far. */
  corrections(): number
}

/**
 * Seconds for which a token is valid. This is so short that a relay with the usual tolerance
 * refuses a token with a wrong date, and reports its own time.
 */
const shortLife = 60
/**
 * Seconds for which a token is valid for a relay that does not report its time: the maximum that
 * relays accept. See docs/contracts/relay.md#token.
 */
const longLife = 86_400
/**
 * The difference between two clocks that is ignored, because a request takes time. Milliseconds.
 */
const tolerance = 30_000

/** The maximal stored lead of a fast clock, in milliseconds: a hundred years. */
const maxClockLead = 3.2e12

/**
 * Makes the relay's time. If the visitor's clock is fast, its lead is stored for the next page.
 * Otherwise, sessions would seem expired there until the relay has reported its time. The lag of a
 * slow clock is not stored, because after the visitor has corrected the clock, sessions would seem
 * expired.
 */
export function createRelayTime(visitor: Clock, storage: RawStorage): RelayTime {
  const name = keyName('walletconnect.ahead')
  const stored = Number(storage.getItem(name))
  let ahead = stored < 0 && stored > -maxClockLead ? stored : 0
  let usesLongLife = false
  let corrections = 0
  return {
    now: () => visitor.now() + ahead,
    toVisitor: (time) => time - ahead,
    corrections: () => corrections,
    tokenLife: () => (usesLongLife ? longLife : shortLife),
    correct(reason) {
      const found = readClockFault(reason)
      if (!found) return false
      if (found.now === undefined) {
        if (found.fault === 'early' || usesLongLife) return false
        usesLongLife = true
        corrections++
        return true
      }
      const next = found.now - visitor.now()
      if (Math.abs(next - ahead) < tolerance) return false
      ahead = next
      corrections++
      if (ahead < 0) storage.setItem(name, String(ahead))
      else storage.removeItem(name)
      return true
    },
  }
}
