import { setMaxListeners } from 'node:events'

/**
 * Reads the items from `first` to `last` in their order, `width` of them at once; `width` may
 * change meanwhile. Ends before the first undefined item, or when the caller stops iterating.
 * @throws the error of `read`
 */
export async function* readAhead<item>(
  {
    first,
    last,
    width,
    signal,
  }: { first: number; last: number; width: () => number; signal: AbortSignal },
  read: (number: number, signal: AbortSignal) => Promise<item | undefined>,
): AsyncGenerator<item, void> {
  const stop = new AbortController()
  const either = AbortSignal.any([signal, stop.signal])
  setMaxListeners(0, either) // every running request adds a listener
  const under: Promise<item | undefined>[] = []
  try {
    for (let next = first, number = first; number <= last; number++) {
      for (; next <= last && next < number + width(); next++)
        under.push(unheard(read(next, either)))
      const item = await under.shift()
      if (item === undefined) return
      yield item
    }
  } finally {
    stop.abort()
  }
}

/** Marks the rejection as handled, so that an item's failure is thrown at its turn, or never. */
function unheard<value>(promise: Promise<value>): Promise<value> {
  promise.catch(() => {})
  return promise
}
