import type { Call } from './env.ts'

/** The client went away before it had its answer. */
export class ClientLeftError extends Error {
  override readonly name = 'ClientLeftError'
}

/** Aborts when the client leaves, with an Error: the server's own reason is a bare text, which no error handler is given. */
export function clientSignal(call: Call): AbortSignal {
  const left = new AbortController()
  const { signal } = call.req.raw
  const leave = () => left.abort(new ClientLeftError('The client left'))
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  return left.signal
}
