import { manualClock } from '../../testing/manualClock.ts'
import type { ManualClock } from '../../testing/manualClock.ts'

/** A manual clock that records the waits that code requested. */
export type TestClock = ManualClock & {
  /** Every requested wait, in milliseconds. */
  readonly waits: readonly number[]
  /** Resolves as soon as a wait of `ms` milliseconds was requested `times` times. */
  scheduled(ms: number, times?: number): Promise<void>
}

/** Makes a clock that the test advances itself, after the code under test has requested a wait. */
export function startTestClock(): TestClock {
  const clock = manualClock()
  const waits: number[] = []
  const waiters = new Set<() => void>()
  return {
    ...clock,
    waits,
    setTimeout(callback, ms) {
      const cancel = clock.setTimeout(callback, ms)
      waits.push(ms)
      waiters.forEach((check) => check())
      return cancel
    },
    scheduled: (ms, times = 1) =>
      new Promise((resolve) => {
        const check = () => {
          if (waits.filter((wait) => wait === ms).length < times) return
          waiters.delete(check)
          resolve()
        }
        waiters.add(check)
        check()
      }),
  }
}
