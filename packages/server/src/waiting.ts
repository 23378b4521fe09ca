/** Thrown when waiting took too long. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError'
}

/** Waits for milliseconds, or until the signal aborts. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end, { once: true })
  })
}

/**
 * Waits for the work, at most `milliseconds`. Resolves to whether it ended.
 * @throws the error of the work, if it fails in time
 */
export async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const over = new AbortController()
  const inTime = await Promise.race([
    work.then(() => true),
    wait(milliseconds, over.signal).then(() => false),
  ])
  over.abort()
  return inTime
}

/**
 * Does work that stops when the caller leaves or after `milliseconds`. The work itself has to obey
 * its signal.
 * @throws TimeLimitError after that time, or the caller's reason
 */
export async function withLimit<value>(
  milliseconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<value>,
): Promise<value> {
  signal.throwIfAborted()
  const stop = new AbortController()
  const leave = () => stop.abort(signal.reason)
  const timer = setTimeout(
    () => stop.abort(new TimeLimitError(`No answer within ${milliseconds} ms`)),
    milliseconds,
  )
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await work(stop.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
  }
}

/**
 * The result of work that cannot be stopped, if it arrives in time. A later result is dropped.
 * @throws TimeLimitError
 */
export function inTime<value>(milliseconds: number, work: Promise<value>): Promise<value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new TimeLimitError(`No answer within ${milliseconds} ms`)),
      milliseconds,
    )
    work
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
      .catch(reject)
  })
}
