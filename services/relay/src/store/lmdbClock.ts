/**
 * Max milliseconds by which an earlier run may have gone beyond its stored clock: a few pauses
 * between two sweeps.
 */
const gap = 10_000

/** Numbers messages by their time of arrival. */
export class LmdbClock {
  readonly #now: () => number
  #last: number

  /** @param stored the clock stored by an earlier run, in milliseconds since 1970, or 0 */
  constructor(now: () => number, stored: number) {
    this.#now = now
    // higher than every number of earlier runs, even when the clock went back between two runs
    this.#last = Math.max(now(), stored + gap) * 1_000
  }

  /** The number of a message that arrives now. It is higher than all earlier numbers. */
  next(at: number): number {
    this.#last = Math.max(at * 1_000, this.#last + 1)
    return this.#last
  }

  /** The clock for the next run, in milliseconds since 1970. */
  newest(): number {
    return Math.max(this.#now(), Math.floor(this.#last / 1_000))
  }
}
