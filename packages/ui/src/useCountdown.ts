import { useEffect, useState } from 'react'

/** A clock and its timers. */
export type Clock = {
  /** The time in milliseconds. */
  now(): number
  /** Calls `run` after this many milliseconds. @returns the function that cancels it */
  setTimeout(run: () => void, milliseconds: number): () => void
}

/** The clock of the browser. */
export const browserClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, milliseconds) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Returns the whole seconds until a time in milliseconds, counting down; 0 when it has passed. */
export function useCountdown(until: number, clock: Clock): number {
  const [reading, setReading] = useState(() => ({ until, now: clock.now() }))
  // a new end time reads the clock again, so that no wrong number is rendered
  if (!Object.is(reading.until, until)) setReading({ until, now: clock.now() })
  const left = Math.max(0, Math.ceil((until - reading.now) / 1_000))
  useEffect(
    () =>
      left > 0 ? clock.setTimeout(() => setReading({ until, now: clock.now() }), 1_000) : undefined,
    [left, clock, until, reading],
  )
  return left
}
