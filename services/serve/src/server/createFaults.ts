/** How often one kind of failure has occurred. Times are in milliseconds since 1970. */
export type Fault = {
  part: string
  what: string
  error: string
  count: number
  firstAt: number
  lastAt: number
}

/**
 * Maximum of stored kinds. When there are more, the kind whose last failure is the oldest is
 * dropped.
 */
const max = 50

/** The failures since the start. */
export type Faults = {
  note: (part: string, what: string, error: string) => void
  /** The kinds of failures, the one with the latest failure first. */
  list: () => readonly Fault[]
}

/**
 * Counts the failures that the services log, by kind. No person's address is in a log line, so none
 * is in a kind.
 */
export function createFaults(now: () => number): Faults {
  const kinds = new Map<string, Fault>()
  return {
    note(part, what, error) {
      const key = `${part} ${what} ${error}`
      const known = kinds.get(key)
      kinds.delete(key)
      kinds.set(key, {
        part,
        what,
        error,
        count: (known?.count ?? 0) + 1,
        firstAt: known?.firstAt ?? now(),
        lastAt: now(),
      })
      const [oldest] = kinds.size > max ? kinds.keys() : []
      if (oldest !== undefined) kinds.delete(oldest)
    },
    list: () => [...kinds.values()].toReversed(),
  }
}
