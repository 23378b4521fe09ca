/** Resolves in a turn of the event loop of its own, in which nothing else goes on that waits for the same. Keys take turns. */
export type Pace = (key?: string) => Promise<void>

/**
 * Makes pieces of work, of a few milliseconds each, begin one after the other: where many come at once, the others are served in between,
 * and a client with many does not keep one with few waiting.
 */
export function createPace(): Pace {
  const lines = new Map<string, Set<() => void>>()

  function goOn(): void {
    const [first] = lines
    if (!first) return
    const [key, line] = first
    const [next] = line
    lines.delete(key)
    if (next) line.delete(next)
    if (line.size > 0) lines.set(key, line) // behind the others now
    if (lines.size > 0) setImmediate(goOn)
    next?.()
  }

  return (key = '') => new Promise((resolve) => {
    if (lines.size === 0) setImmediate(goOn)
    const line = lines.get(key) ?? new Set()
    line.add(resolve)
    lines.set(key, line)
  })
}
