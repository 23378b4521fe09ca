/**
 * How far an earlier run may have gone beyond its stored clock: by no more than some pauses between
 * two sweeps.
 */
const gap = 10_000

/** Numbers messages, by the time in which they arrive. */
export class LmdbClock {
  readonly #now: () => number
  #last: number

  /** @param stored the clock that an earlier run has stored, in milliseconds since 1970, or 0 */
  constructor(now: () => number, stored: number) {
    this.#now = now
    // higher than every number of earlier runs, even when the clock went back between two runs
    this.#last = Math.max(now(), stored + gap) * 1_000
  }

  /** The number of a message that arrives now: higher than all before. */
  next(at: number): number {
    this.#last = Math.max(at * 1_000, this.#last + 1)
    return this.#last
  }

  /** What the next run reads, in milliseconds since 1970. */
  newest(): number {
    return Math.max(this.#now(), Math.floor(this.#last / 1_000))
  }
}
