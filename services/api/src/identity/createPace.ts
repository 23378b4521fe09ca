/** Resolves in a turn of the event loop of its own, in which nobody else goes on who waits for the same. */
export type Pace = () => Promise<void>

/**
 * Makes pieces of work, of a few milliseconds each, begin one after the other: where many come at once, requests that need none of them
 * are served in between.
 */
export function createPace(): Pace {
  const waiting: (() => void)[] = []
  let next = 0

  function goOn(): void {
    waiting[next]?.()
    next += 1
    if (next < waiting.length) return void setImmediate(goOn)
    waiting.length = 0
    next = 0
  }

  return () => new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn)
  })
}
