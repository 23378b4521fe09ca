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

export function createRest(): Rest {
  let waiting: (() => void)[] = []
  let wake = () => {}
  return {
    pause(milliseconds, signal) {
      if (signal.aborted || waiting.length > 0) return Promise.resolve()
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', end)
          resolve()
        }
        const timer = setTimeout(end, milliseconds)
        signal.addEventListener('abort', end, { once: true })
        wake = end
      })
    },
    ask() {
      return new Promise((resolve) => {
        waiting.push(resolve)
        wake()
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
