/** Milliseconds for which what is too much at once waits, and how many are then handled at a time. */
const pause = 20
const batch = 50

/** Handles things as they come, as long as they are few. */
export type Bursts<thing> = { add: (thing: thing) => void; close: () => void }

/**
 * Handles things so that very many of them hold up nothing that comes behind them: so many are handled at once, the others of the burst later, in batches, and of these the newest first. A site that has
 * sent a flood waits for what it sent last.
 */
export function createBursts<thing>(mostAtOnce: number, handle: (thing: thing) => void): Bursts<thing> {
  const waiting: thing[] = []
  let handled = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    const next = waiting.splice(-batch).reverse()
    handled = next.length > 0 ? mostAtOnce : 0
    timer = next.length > 0 ? setTimeout(flush, pause) : undefined
    next.forEach(handle)
  }

  return {
    add(thing) {
      timer ??= setTimeout(flush, pause)
      handled += 1
      if (handled <= mostAtOnce) handle(thing)
      else waiting.push(thing)
    },
    close() {
      clearTimeout(timer)
      waiting.length = 0
    },
  }
}
