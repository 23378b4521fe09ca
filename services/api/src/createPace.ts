/** Resolves in a turn of the event loop of its own, in which nothing else goes on that waits for the same. Keys take turns. */
export type Pace = (key?: string) => Promise<void>

/**
 * Makes pieces of work, of a few milliseconds each, begin one after the other: where many come at once, the others are served in between,
 * and a client with many does not keep one with few waiting.
 */
export function createPace(): Pace {
  const lines = new Map<string, { waiting: (() => void)[]; next: number }>()

  function goOn(): void {
    const [first] = lines
    if (!first) return
    const [key, line] = first
    lines.delete(key)
    line.waiting[line.next]?.()
    line.next += 1
    if (line.next < line.waiting.length) lines.set(key, line) // behind the others now
    if (lines.size > 0) setImmediate(goOn)
  }

  return (key = '') => new Promise((resolve) => {
    if (lines.size === 0) setImmediate(goOn)
    const line = lines.get(key) ?? { waiting: [], next: 0 }
    line.waiting.push(resolve)
    lines.set(key, line)
  })
}
