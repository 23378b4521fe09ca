/**
 * Divides work on the event loop into slices, so that other work can run in between. Work is
 * counted in units instead of time, so that the slices are the same on a busy machine. A unit is
 * one row or one lookup: 2 to 4 µs.
 */
export type Slices = {
  /**
   * Does a piece of work now, or in a later slice when the present slice is full. Waiting work is
   * in lines, which take turns. The work of one client is done in order.
   * @param line the line in which the work waits, such as an address with many clients; a client
   *   that already has waiting work stays in its line. @default the client
   * @throws the error of the work
   */
  run<result>(client: string, work: () => result | Promise<result>, line?: string): Promise<result>
  /** Counts units of work that was just done. */
  spend(units: number): void
}

/** Does work, and returns its promise. An error of the work becomes a rejection. */
function runNow<result>(work: () => result | Promise<result>): Promise<result> {
  try {
    const done = work()
    return done instanceof Promise ? done : new Promise((resolve) => resolve(done))
  } catch (error) {
    return Promise.reject(error)
  }
}

/** Makes the slices. @param max units of one slice */
export function createSlices(max: number): Slices {
  const waiting = new Map<string, (() => void)[]>()
  /** The line of each client that has waiting work, and how many pieces wait. */
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
      if (works.length > 0) waiting.set(line, works) // moves the line behind the other lines
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
    // an `async` function would make two more promises for each piece of work
    run(client, work, line = client) {
      if (left > 0 && waiting.size === 0) return runNow(work)
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
