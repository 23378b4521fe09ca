import { wait } from './waiting.ts'

/** A pause that another part of the program can end early. */
export type Wakeup = {
  /** Ends the present pause; without one, the next pause ends at once. */
  wake(): void
  /** Waits this number of milliseconds, or until `wake` is called, or until the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

/** Makes a pause. Only one loop may wait in it. */
export function createWakeup(): Wakeup {
  let isDue = false
  let end = () => {}
  return {
    wake() {
      isDue = true
      end()
    },
    async wait(milliseconds, signal) {
      if (!isDue) {
        const over = new AbortController()
        end = () => over.abort()
        signal.addEventListener('abort', end, { once: true })
        if (!signal.aborted) await wait(milliseconds, over.signal)
        signal.removeEventListener('abort', end)
      }
      isDue = false
    },
  }
}
