import type { Clock } from '../core/page/clock.ts'

/** A clock that only moves when it is advanced. */
export type ManualClock = Clock & {
  /**
   * Advances the time by milliseconds, and runs all timers that are due, in order. Timers that a
   * callback sets meanwhile are included.
   */
  advance(ms: number): void
}

/**
 * Creates a clock for tests, which starts at `start` milliseconds since 1970. @default start:
 * 2026-01-01
 */
export function manualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start
  const waiting = new Set<{ due: number; callback: () => void }>()

  const nextDue = (until: number) =>
    [...waiting].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)[0]

  return {
    now: () => now,
    setTimeout(callback, ms) {
      const timer = { due: now + ms, callback }
      waiting.add(timer)
      return () => void waiting.delete(timer)
    },
    advance(ms) {
      const until = now + ms
      for (let timer = nextDue(until); timer; timer = nextDue(until)) {
        waiting.delete(timer)
        now = timer.due
        timer.callback()
      }
      now = until
    },
  }
}
