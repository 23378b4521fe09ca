import { setMaxListeners } from 'node:events'

/** Runs a request together with other requests, and resolves to its own result. */
export type RunTogether<request, result> = (
  request: request,
  signal: AbortSignal,
) => Promise<result>

/**
 * Collects the requests of one turn of the event loop, and runs them together, so that they need
 * one round trip. The run is aborted when all callers have left.
 * @param run answers the requests, in order
 */
export function createRequestBatcher<request, result>(
  run: (requests: readonly request[], signal: AbortSignal) => Promise<readonly result[]>,
): RunTogether<request, result> {
  const requests: request[] = []
  const stop = new AbortController()
  setMaxListeners(0, stop.signal) // each round trip adds a listener
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
