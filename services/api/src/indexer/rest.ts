import { wait } from '@latchkey/server/waiting'

/** A pause between two looks, which an urgent caller can end. */
export type Rest = {
  /** Waits until the milliseconds are over, the signal aborts, or `ask` is called. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>
  /**
   * Ends the pause, or prevents the next one. Resolves when a look that began afterwards has read
   * everything.
   */
  ask(): Promise<void>
  /** Takes the callers of `ask` that wait for the look which begins now. */
  take(): (() => void)[]
  /** Returns these callers to the queue: the look has not read everything yet. */
  giveBack(asked: readonly (() => void)[]): void
}

/** A rest without waiting callers. */
export function createRest(): Rest {
  let waiting: (() => void)[] = []
  let awake = new AbortController()
  return {
    async pause(milliseconds, signal) {
      if (waiting.length > 0) return
      awake = new AbortController()
      await wait(milliseconds, AbortSignal.any([signal, awake.signal]))
    },
    ask() {
      return new Promise((resolve) => {
        waiting.push(resolve)
        awake.abort()
      })
    },
    take() {
      const asked = waiting
      waiting = []
      return asked
    },
    giveBack: (asked) => void waiting.unshift(...asked),
  }
}
