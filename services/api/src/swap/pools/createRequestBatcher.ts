import { setMaxListeners } from 'node:events'

/** Joins a request to those of the same turn, and resolves to its own result. */
export type RunTogether<request, result> = (
  request: request,
  signal: AbortSignal,
) => Promise<result>

/**
 * Runs all requests of one turn together, so that they cost one round trip. The run stops when all
 * callers have left.
 * @param run answers the requests in their order
 */
export function createRequestBatcher<request, result>(
  run: (requests: readonly request[], signal: AbortSignal) => Promise<readonly result[]>,
): RunTogether<request, result> {
  const requests: request[] = []
  const stop = new AbortController()
  setMaxListeners(0, stop.signal) // one for each round trip
  let running: Promise<readonly result[]> | undefined
  let waiting = 0
  return async (request, signal) => {
    const at = requests.push(request) - 1
    waiting += 1
    signal.addEventListener(
      'abort',
      () => {
        waiting -= 1
        if (waiting === 0) stop.abort(signal.reason)
      },
      { once: true },
    )
    running ??= Promise.resolve().then(() => run(requests, stop.signal))
    const result = (await running).at(at)
    if (result === undefined) throw new TypeError('A request of a joint run has no result')
    return result
  }
}
