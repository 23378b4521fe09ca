/**
 * Milliseconds by which the clock of an earlier run may be later than its stored value. The value
 * is stored every two seconds, so this is a few times that.
 */
const gap = 10_000

/** Makes the numbers of messages from their time of arrival. */
export class LmdbClock {
  readonly #now: () => number
  #last: number

  /** @param stored the value that an earlier run has stored, in milliseconds since 1970, or 0 */
  constructor(now: () => number, stored: number) {
    this.#now = now
    // higher than every number of earlier runs, even if the system's clock was set back since
    this.#last = Math.max(now(), stored + gap) * 1_000
  }

  /** The number of a message that arrives now. It is higher than all earlier numbers. */
  next(at: number): number {
    this.#last = Math.max(at * 1_000, this.#last + 1)
    return this.#last
  }

  /** The value to store for the next run, in milliseconds since 1970. */
  newest(): number {
    return Math.max(this.#now(), Math.floor(this.#last / 1_000))
  }
}
