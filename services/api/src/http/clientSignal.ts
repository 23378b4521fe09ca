import { setMaxListeners } from 'node:events'
import type { Call } from './env.ts'

/** The client closed the connection before it had its answer. */
export class ClientLeftError extends Error {
  override readonly name = 'ClientLeftError'
}

/**
 * Makes a signal that aborts with an Error when the client leaves. The request's own signal aborts
 * with a plain string, which error handlers do not get.
 */
export function clientSignal(call: Call): AbortSignal {
  const aborted = new AbortController()
  setMaxListeners(0, aborted.signal) // each request to a node adds a listener
  const { signal } = call.req.raw
  const leave = () => aborted.abort(new ClientLeftError('The client left'))
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  return aborted.signal
}
