/**
 * Slices of work on the event loop, between which everybody else is served. Work is counted in units and not in time, so a busy machine
 * does the same as an idle one. A unit is a row that is read, or a lookup: 2 to 4 µs.
 */
export type Slices = {
  /**
   * Does a piece of work now, or in a later slice when this one is full. Clients whose work waits take turns; that of one client is
   * done in its order.
   * @throws what the work throws
   */
  run<result>(client: string, work: () => result | Promise<result>): Promise<result>
  /** Counts what was done. */
  spend(units: number): void
}

/** @param most units of a slice */
export function createSlices(most: number): Slices {
  const waiting = new Map<string, (() => void)[]>()
  let left = most
  let isDue = false

  function beginNext(): void {
    if (isDue) return
    isDue = true
    setImmediate(next)
  }

  function next(): void {
    isDue = false
    left = most
    for (let first = oldest(); first; first = left > 0 ? oldest() : undefined) {
      const [client, works] = first
      waiting.delete(client)
      works.shift()?.()
      if (works.length > 0) waiting.set(client, works) // behind the others
    }
    if (waiting.size > 0) beginNext()
  }

  function oldest(): [string, (() => void)[]] | undefined {
    const [first] = waiting
    return first
  }

  return {
    async run(client, work) {
      if (left > 0 && waiting.size === 0) return work()
      beginNext()
      return new Promise((resolve, reject) => {
        const works = waiting.get(client) ?? []
        waiting.set(client, works)
        works.push(() => {
          try {
            resolve(work())
          } catch (error) {
            reject(error)
          }
        })
      })
    },
    spend(units) {
      left -= units
      beginNext()
    },
  }
}
