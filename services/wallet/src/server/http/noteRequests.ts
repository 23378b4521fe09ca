import { randomUUID } from 'node:crypto'
import { causesOf } from '@latchkey/server/causesOf'
import type { MiddlewareHandler } from 'hono'
import type { Service } from '../service.ts'
import type { Env } from './env.ts'
import { routeOf } from './routeOf.ts'

/** Routes whose answers wait for a person. */
const longRoutes: ReadonlySet<string> = new Set(['/v1/device', '/v1/farcaster/wait'])

/**
 * Gives every request an id, counts its answer and writes one line of log, without path,
 * query, body and client address.
 */
export function noteRequests({ options, metrics, now }: Service): MiddlewareHandler<Env> {
  return async (call, next) => {
    const start = performance.now()
    call.set('requestId', randomUUID())
    await next()
    const [route, { status }, error, ms] = [
      routeOf(call),
      call.res,
      call.get('error'),
      Math.round(performance.now() - start),
    ]
    call.header('x-request-id', call.get('requestId'))
    metrics.requests({ route, status: String(status) }).add()
    if (!longRoutes.has(route)) metrics.answer.observe(ms / 1_000)
    const level = status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info'
    options.log?.({
      time: new Date(now()).toISOString(),
      level,
      requestId: call.get('requestId'),
      route,
      status,
      ms,
      ...(error && { error: causesOf(error) }),
    })
  }
}
