/** Thrown if waiting took too long. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError'
}

/** Waits for some milliseconds, or until the signal aborts. */
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
 * Waits for work, but at most `milliseconds`. It resolves to whether the work has ended.
 * @throws the error of the work, if it fails in time
 */
export async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  try {
    return await Promise.race([work.then(() => true), over])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Does work that is told to stop when the caller aborts, or after `milliseconds`. The work itself
 * must obey its signal.
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
 * Returns the result of work that cannot be stopped, if it comes in time. A later result is
 * ignored.
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
