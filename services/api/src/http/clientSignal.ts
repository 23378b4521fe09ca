import type { Call } from './env.ts'

/** Thrown when the client closed the connection before it had its answer. */
export class ClientLeftError extends Error {
  override readonly name = 'ClientLeftError'
}

/**
 * Aborts with an Error when the client leaves. The server's own reason is a plain string, which
 * error handlers do not receive.
 */
export function clientSignal(call: Call): AbortSignal {
  const aborted = new AbortController()
  const { signal } = call.req.raw
  const leave = () => aborted.abort(new ClientLeftError('The client left'))
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  return aborted.signal
}
