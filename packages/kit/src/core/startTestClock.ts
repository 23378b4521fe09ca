import { manualClock } from '../testing/manualClock.ts'
import type { ManualClock } from '../testing/manualClock.ts'

/** A manual clock that reports the waits requested of it. */
export type TestClock = ManualClock & {
  /** Every requested wait, in milliseconds. */
  readonly waits: readonly number[]
  /** Resolves as soon as a wait of `ms` milliseconds was requested `times` times. */
  asked(ms: number, times?: number): Promise<void>
}

/** A clock that a test moves once the code under test waits for it. */
export function startTestClock(): TestClock {
  const clock = manualClock()
  const waits: number[] = []
  const lookers = new Set<() => void>()
  return {
    ...clock,
    waits,
    setTimeout(callback, ms) {
      const cancel = clock.setTimeout(callback, ms)
      waits.push(ms)
      lookers.forEach((look) => look())
      return cancel
    },
    asked: (ms, times = 1) =>
      new Promise((resolve) => {
        const look = () => {
          if (waits.filter((wait) => wait === ms).length < times) return
          lookers.delete(look)
          resolve()
        }
        lookers.add(look)
        look()
      }),
  }
}
