import { manualClock } from '../testing/manualClock.ts'
import type { ManualClock } from '../testing/manualClock.ts'

/** A manual clock that reports the waits requested of it. */
export type TestClock = ManualClock & {
  /** Every requested wait, in milliseconds. */
  readonly waits: readonly number[]
  /** Resolves as soon as a wait of `ms` milliseconds was requested `times` times. */
  scheduled(ms: number, times?: number): Promise<void>
}

/** A clock that a test moves once the code under test waits for it. */
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
      waiters.forEach((look) => look())
      return cancel
    },
    scheduled: (ms, times = 1) =>
      new Promise((resolve) => {
        const look = () => {
          if (waits.filter((wait) => wait === ms).length < times) return
          waiters.delete(look)
          resolve()
        }
        waiters.add(look)
        look()
      }),
  }
}
