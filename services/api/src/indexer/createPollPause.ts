import { wait } from '@latchkey/server/waiting'

/** The pause between two polls. A caller that needs the newest blocks can end it. */
export type PollPause = {
  /** Waits until the time is over, the signal aborts, or `end` is called. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>
  /**
   * Ends the pause, or prevents the next one. Resolves when a poll that began later has read
   * everything.
   */
  end(): Promise<void>
  /** Takes the callers of `end`. The poll that begins now is the one for which they wait. */
  takeWaiting(): (() => void)[]
  /** Puts callers back, because the poll has not read everything yet. */
  returnWaiting(callers: readonly (() => void)[]): void
}

/** Makes a pause. */
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
