/**
 * Resolves when it is the caller's turn. Each turn of the event loop lets one caller go on. Callers
 * with different keys take turns.
 */
export type Pace = (key?: string) => Promise<void>

/**
 * Makes callers run short pieces of work (a few milliseconds each) one after the other. Other
 * requests are served in between, and a client with many pieces does not delay a client with few.
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
    if (line.size > 0) lines.set(key, line) // the key is now behind the other keys
    if (lines.size > 0) setImmediate(goOn)
    next?.()
  }

  return (key = '') =>
    new Promise((resolve) => {
      if (lines.size === 0) setImmediate(goOn)
      const line = lines.get(key) ?? new Set()
      line.add(resolve)
      lines.set(key, line)
    })
}
