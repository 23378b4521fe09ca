/**
 * Slices of work on the event loop, with other work in between. Work is counted in units and not in
 * time, so a busy machine does the same as an idle one. A unit is one row or one lookup: 2 to 4 µs.
 */
export type Slices = {
  /**
   * Does a piece of work now, or in a later slice when this one is full. Lines with waiting work
   * take turns; the work of one client is done in order.
   * @param line the line in which the work waits, such as an address with many clients; a client
   * with waiting work stays in its line. @default the client
   * @throws the error of the work
   */
  run<result>(client: string, work: () => result | Promise<result>, line?: string): Promise<result>
  /** Counts units of finished work. */
  spend(units: number): void
}

/** @param max units of a slice */
export function createSlices(max: number): Slices {
  const waiting = new Map<string, (() => void)[]>()
  /** The line of each client with waiting work, and the number of its pieces. */
  const places = new Map<string, { line: string; pieces: number }>()
  let left = max
  let isDue = false

  function beginNext(): void {
    if (isDue) return
    isDue = true
    setImmediate(next)
  }

  function next(): void {
    isDue = false
    left = max
    for (let first = oldest(); first; first = left > 0 ? oldest() : undefined) {
      const [line, works] = first
      waiting.delete(line)
      works.shift()?.()
      if (works.length > 0) waiting.set(line, works) // moves the line behind the others
    }
    if (waiting.size > 0) beginNext()
  }

  function oldest(): [string, (() => void)[]] | undefined {
    const [first] = waiting
    return first
  }

  function placeOf(client: string, line: string): { line: string; pieces: number } {
    const place = places.get(client) ?? { line, pieces: 0 }
    places.set(client, place)
    return place
  }

  return {
    async run(client, work, line = client) {
      if (left > 0 && waiting.size === 0) return work()
      beginNext()
      return new Promise((resolve, reject) => {
        const place = placeOf(client, line)
        place.pieces += 1
        const works = waiting.get(place.line) ?? []
        waiting.set(place.line, works)
        works.push(() => {
          place.pieces -= 1
          if (place.pieces === 0) places.delete(client)
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
