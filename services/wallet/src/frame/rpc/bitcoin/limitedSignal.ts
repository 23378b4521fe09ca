/** A signal that aborts with another one, or after some milliseconds. */
export function limitedSignal(signal: AbortSignal, milliseconds: number): AbortSignal {
  const limit = new AbortController()
  const abort = () => limit.abort(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true, signal: limit.signal })
  const timeout = setTimeout(() => limit.abort(new Error('Out of time')), milliseconds)
  limit.signal.addEventListener('abort', () => clearTimeout(timeout), { once: true })
  return limit.signal
}
