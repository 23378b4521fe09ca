import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Share } from './createShare.ts'

/** The context of a request. `incoming` is undefined if the app was called inside the process. */
export type Call = Context<Env>
export type Env = {
  Bindings: Partial<HttpBindings>
  Variables: { requestId: string; error: Error | undefined; share: Share }
}

/** An endpoint. Parts of the path in braces, such as `{name}`, are parameters. */
export type Route = {
  method: 'GET' | 'POST'
  path: `/${string}`
  answer: (call: Call) => Response | Promise<Response>
}
