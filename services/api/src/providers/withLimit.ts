/** What waiting ends with when it took too long. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError'
}

/**
 * Does a piece of work that stops when the caller leaves or after `milliseconds`.
 * @throws TimeLimitError after that time, or the caller's reason
 */
export async function withLimit<value>(milliseconds: number, signal: AbortSignal, work: (signal: AbortSignal) => Promise<value>): Promise<value> {
  signal.throwIfAborted()
  const stop = new AbortController()
  const leave = () => stop.abort(signal.reason)
  const timer = setTimeout(() => stop.abort(new TimeLimitError(`No answer within ${milliseconds} ms`)), milliseconds)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await work(stop.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
  }
}
