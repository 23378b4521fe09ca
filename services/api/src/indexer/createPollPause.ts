import { wait } from '@latchkey/server/waiting'

/** The pause between two polls, which an urgent caller can end. */
export type PollPause = {
  /** Waits until the milliseconds are over, the signal aborts, or `end` is called. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>
  /**
   * Ends the pause, or prevents the next one. Resolves when a poll that began afterwards has read
   * everything.
   */
  end(): Promise<void>
  /** Removes and returns the callers of `end` that wait for the poll which begins now. */
  takeWaiting(): (() => void)[]
  /** Puts these callers back: the poll has not read everything yet. */
  returnWaiting(callers: readonly (() => void)[]): void
}

/** A pause without waiting callers. */
export function createPollPause(): PollPause {
  let waiting: (() => void)[] = []
  let ended = new AbortController()
  return {
    async pause(milliseconds, signal) {
      if (waiting.length > 0) return
      ended = new AbortController()
      await wait(milliseconds, AbortSignal.any([signal, ended.signal]))
    },
    end() {
      return new Promise((resolve) => {
        waiting.push(resolve)
        ended.abort()
      })
    },
    takeWaiting() {
      const callers = waiting
      waiting = []
      return callers
    },
    returnWaiting: (callers) => void waiting.unshift(...callers),
  }
}
