import type { Clock } from '../core/clock.ts'

/** A clock that stands still until it is moved. */
export type ManualClock = Clock & {
  /** Moves time on and calls back, in order, all that became due; also what was asked for meanwhile. Milliseconds. */
  advance(ms: number): void
}

/** A clock for tests, at `start` milliseconds since 1970. @default 2026-01-01 */
export function manualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start
  const waiting = new Set<{ due: number; callback: () => void }>()

  const nextDue = (until: number) =>
    [...waiting].filter(({ due }) => due <= until).sort((one, other) => one.due - other.due)[0]

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
