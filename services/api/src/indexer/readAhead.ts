import { setMaxListeners } from 'node:events'

/**
 * Reads the items from `first` to `last` and yields them in order. At most `width` items are read
 * concurrently; this number may change meanwhile. It ends before the first undefined item, or when
 * the caller stops.
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

/**
 * Keeps a rejection from being reported as unhandled. An item's error is thrown when its turn
 * comes, or never.
 */
function unheard<value>(promise: Promise<value>): Promise<value> {
  promise.catch(() => {})
  return promise
}
