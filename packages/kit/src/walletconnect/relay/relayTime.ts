import { readClockFault } from '@latchkey/protocol/relayTime'
import type { Clock } from '../../core/clock.ts'
import { keyName } from '../../core/storedKeys.ts'
import type { RawStorage } from '../../core/storage.ts'

/** The relay's time: wallets and the relay judge by it, and the visitor's clock may be days off. */
export type RelayTime = {
  /**
   * Milliseconds since 1970: the visitor's clock, set right as far as the relay has said how. For
   * what others read; a wait is measured by the visitor's clock, which does not jump.
   */
  now(): number
  /** A time of the relay by the visitor's clock, milliseconds since 1970. */
  toVisitor(time: number): number
  /** Seconds for which a token is valid. */
  tokenLife(): number
  /**
   * Takes the time from the reason of a refusal. @returns whether a token that is made now may be
   * taken
   */
  correct(reason: string | undefined): boolean
  /** How many times something was learnt. */
  corrections(): number
}

/**
 * Seconds for which a token is valid: so short that a relay with its usual patience refuses one of
 * a wrong clock, and says its time.
 */
const shortLife = 60
/** The same for a relay that does not say its time: the longest that relays take. relay 2 */
const longLife = 86_400
/** Difference, in milliseconds, that is no news: requests take a while. */
const tolerance = 30_000

/** The most that is remembered of a fast clock, in milliseconds: a hundred years. */
const maxClockLead = 3.2e12

/**
 * Makes the relay's time. A clock that is fast is remembered for the next page: by it, sessions
 * would seem to have expired before the relay is asked. One that is slow is not, so that no session
 * seems expired once it is set right.
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
