import { wait } from '@latchkey/server/waiting'

/** A pause that can be ended early. */
export type Wakeup = {
  /** Ends the present pause, or the next one. */
  wake(): void
  /** Waits for milliseconds, until `wake` is called, or until the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

/** Makes a pause for one loop. */
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
