import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** The context of one request. */
export type Call = Context<Env>
export type Env = {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    error: Error | undefined /** Under which the request counts. */
    client: string /** This service's origin, as the request named it. */
    own: string
  }
}

/**
 * One endpoint. `waits`: its answer may take long by design. `takesForeign`: foreign pages send
 * forms here.
 */
export type Route = {
  method: 'GET' | 'POST'
  path: `/${string}`
  waits?: boolean
  takesForeign?: boolean
  answer: (call: Call) => Response | Promise<Response>
}
