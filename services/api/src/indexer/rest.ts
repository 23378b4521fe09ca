import { wait } from '@latchkey/server/waiting'

/** A pause between two looks, which somebody who can't wait ends. */
export type Rest = {
  /** Waits for milliseconds, until the signal aborts, or until somebody asks. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Ends the pause, or prevents the next one. Resolves when a look that began afterwards has seen everything. */
  ask(): Promise<void>
  /** Those who wait for the look that begins now. */
  take(): (() => void)[]
  /** The look has not seen everything yet. */
  giveBack(asked: readonly (() => void)[]): void
}

/** A rest in which nobody waits yet. */
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
