/** Allows `max` requests at once, and `refill` more in each `everySeconds`. */
export type RateLimit = { max: number; refill: number; everySeconds: number }

/**
 * `over`: how many tokens are missing after too many requests. `wait`: the milliseconds until the
 * requested tokens are available.
 */
export type TakeResult = { readonly allowed: boolean; readonly over: number; readonly wait: number }
/**
 * The result of almost all requests: the request is allowed, and no token is missing.
 */
export const untouched: TakeResult = { allowed: true, over: 0, wait: 0 }

/** A token bucket. Times are in milliseconds; any clock can be used. */
export class Bucket {
  readonly #limit: RateLimit
  #tokens: number
  #at: number

  constructor(limit: RateLimit, now: number) {
    this.#limit = limit
    this.#tokens = limit.max
    this.#at = now
  }

  /**
   * Takes `count` tokens. A refused request also takes tokens, so that a client that never stops
   * stays refused; the tokens never fall below -`max`. If `countsRefused` is false, a refused
   * request takes none, so a client that waits for `wait` is then served.
   */
  take(count: number, now: number, countsRefused = true): TakeResult {
    const { max } = this.#limit
    const perMillisecond = this.#refill(now)
    const wanted = Math.min(count, max)
    const allowed = count === 0 || this.#tokens >= wanted
    const wait = allowed ? 0 : (wanted - this.#tokens) / perMillisecond
    if (allowed || countsRefused) this.#tokens = Math.max(-max, this.#tokens - count)
    return allowed && this.#tokens >= 0
      ? untouched
      : { allowed, over: Math.max(0, -this.#tokens), wait }
  }

  /** Returns the milliseconds until the tokens are no longer below 0. */
  debt(now: number): number {
    const perMillisecond = this.#refill(now)
    return Math.max(0, -this.#tokens) / perMillisecond
  }

  #refill(now: number): number {
    const { max, refill, everySeconds } = this.#limit
    const perMillisecond = refill / (everySeconds * 1_000)
    this.#tokens = Math.min(max, this.#tokens + Math.max(0, now - this.#at) * perMillisecond)
    this.#at = now
    return perMillisecond
  }
}
