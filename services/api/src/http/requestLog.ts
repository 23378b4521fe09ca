import { causesOf } from '@latchkey/server/causesOf'
import type { MiddlewareHandler } from 'hono'
import type { Log } from '../options.ts'
import type { Env } from './env.ts'
import { routeOf } from './routeOf.ts'

/**
 * Writes a line for every request that the app reads, without path, query, body or client address.
 */
export function requestLog(options: { log: Log; now: () => number }): MiddlewareHandler<Env> {
  return async (call, next) => {
    const start = options.now()
    await next()
    const { status } = call.res
    const error = call.get('error')
    options.log({
      time: new Date(options.now()).toISOString(),
      level: status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info',
      requestId: call.get('requestId'),
      route: routeOf(call),
      status,
      ms: options.now() - start,
      ...(error && { error: causesOf(error) }),
    })
  }
}
