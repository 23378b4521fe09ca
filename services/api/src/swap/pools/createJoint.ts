import { setMaxListeners } from 'node:events'

/** Joins a request to those of the same moment, and resolves to its own result. */
export type Joint<asked, result> = (one: asked, signal: AbortSignal) => Promise<result>

/**
 * Runs all requests of one moment together, so that they cost one round trip. It ends when all that
 * have asked have left.
 * @param run answers the requests in their order
 */
export function createJoint<asked, result>(
  run: (all: readonly asked[], signal: AbortSignal) => Promise<readonly result[]>,
): Joint<asked, result> {
  const all: asked[] = []
  const stop = new AbortController()
  setMaxListeners(0, stop.signal) // one for each round trip
  let running: Promise<readonly result[]> | undefined
  let left = 0
  return async (one, signal) => {
    const at = all.push(one) - 1
    left += 1
    signal.addEventListener(
      'abort',
      () => {
        left -= 1
        if (left === 0) stop.abort(signal.reason)
      },
      { once: true },
    )
    running ??= Promise.resolve().then(() => run(all, stop.signal))
    const result = (await running).at(at)
    if (result === undefined) throw new TypeError('A request of a joint run has no result')
    return result
  }
}
