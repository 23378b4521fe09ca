import { setMaxListeners } from 'node:events'

/**
 * Reads the items from `first` to `last` in their order, `width` of them at once, which may change on the way. Ends before the first that is undefined.
 * Reading stops when whoever asks has enough. @throws what `read` throws
 */
export async function* readAhead<item>(
  { first, last, width, signal }: { first: number; last: number; width: () => number; signal: AbortSignal },
  read: (number: number, signal: AbortSignal) => Promise<item | undefined>,
): AsyncGenerator<item, void> {
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  setMaxListeners(0, either) // every request under way listens
  const under: Promise<item | undefined>[] = []
  try {
    for (let next = first, number = first; number <= last; number++) {
      for (; next <= last && next < number + width(); next++) under.push(unheard(read(next, either)))
      const item = await under.shift()
      if (item === undefined) return
      yield item
    }
  } finally {
    stop.abort()
  }
}

/** Its failure is thrown when its turn comes, or not at all. */
function unheard<value>(promise: Promise<value>): Promise<value> {
  promise.catch(() => {})
  return promise
}
