import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * The resources that one client uses while its request is answered. Nothing is counted if the app
 * was called inside the process.
 */
export type Share = {
  /** The client's key, for work that clients do in turns. Empty for calls inside the process. */
  key: string
  /**
   * Charges the client's rate limit.
   * @throws ApiError 429
   */
  spend(cost: number): void
  /**
   * Marks the start of work on the request; the returned function marks its end.
   * @param waits whether the request waits for nodes or the database. Other requests are short, so
   * they have no limit for each client
   * @throws ApiError 429; 503 when the total limit is reached and no client has more requests than
   * this one. When another client has more, the connection of its oldest request is closed instead
   */
  begin(waits: boolean): () => void
  /**
   * Counts a name, which is stored permanently.
   * @throws ApiError 429; 503 when all clients together have registered too many
   */
  register(): void
  /**
   * Counts the begin of a purchase.
   * @throws ApiError 429; 503 when all clients together have begun too many
   */
  order(): void
  /**
   * Counts a session that is announced.
   * @throws ApiError 429; 503 when all clients together have announced too many
   */
  announce(): void
  /**
   * Reserves bytes until the answer is sent or the client has left.
   * @throws ApiError 429 or 503, as `begin`
   */
  hold(bytes: number): void
}

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
