import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** The context of one request. */
export type Call = Context<Env>
export type Env = {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    error: Error | undefined
    /** The client whose limits apply to the request. */
    client: string
    /** This service's origin according to the request. */
    own: string
  }
}

/**
 * One endpoint. `waits`: its answer may take long by design. `takesForeign`: pages of other origins
 * send forms to it.
 */
export type Route = {
  method: 'GET' | 'POST'
  path: `/${string}`
  waits?: boolean
  takesForeign?: boolean
  answer: (call: Call) => Response | Promise<Response>
}
