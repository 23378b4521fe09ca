/** At most `max` at once, `refill` more every `everySeconds`. */
export type RateLimit = { max: number; refill: number; everySeconds: number }

/** Counts what one socket asks. */
export class Bucket {
  readonly #limit: RateLimit
  #tokens: number
  #at: number

  constructor(limit: RateLimit, now: number) {
    this.#limit = limit
    this.#tokens = limit.max
    this.#at = now
  }

  /** Takes so many; `over` is by how much too many were asked for in a row. */
  take(count: number, now: number): { allowed: boolean; over: number } {
    const { max, refill, everySeconds } = this.#limit
    const since = Math.max(0, now - this.#at) / 1_000
    this.#at = now
    this.#tokens = Math.min(max, this.#tokens + (since * refill) / everySeconds)
    const allowed = count === 0 || this.#tokens >= Math.min(count, max)
    // what is refused counts as well, so that asking without end ends
    this.#tokens = Math.max(-max, this.#tokens - count)
    return { allowed, over: Math.max(0, -this.#tokens) }
  }
}
