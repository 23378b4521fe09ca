/**
 * Resolves in a turn of the event loop that no other caller of the same pace shares. Keys take
 * turns.
 */
export type Pace = (key?: string) => Promise<void>

/**
 * Runs short pieces of work (a few milliseconds each) one after the other. Other requests are
 * served in between, and a client with many pieces does not delay a client with few.
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
    if (line.size > 0) lines.set(key, line) // the key now queues behind the others
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
