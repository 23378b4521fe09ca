import type { MiddlewareHandler } from 'hono'
import type { Metrics } from '../metrics.ts'
import type { Env } from './env.ts'
import { routeOf } from './routeOf.ts'

/** Counts answers by route and status, and measures how long they take. */
export function countRequests({
  metrics,
  now,
}: {
  metrics: Metrics
  now: () => number
}): MiddlewareHandler<Env> {
  return async (call, next) => {
    const start = now()
    await next()
    metrics.requests({ route: routeOf(call), status: String(call.res.status) }).add()
    metrics.answer.observe(Math.max(0, now() - start) / 1000)
  }
}
