/** The kit's source of time. Tests pass a clock that they advance by hand. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back once after `ms` milliseconds; the returned function cancels. */
  setTimeout(callback: () => void, ms: number): () => void
}

/** The system clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout(callback, ms) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
