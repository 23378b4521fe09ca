import type { MiddlewareHandler } from 'hono'
import type { Metrics } from '../metrics.ts'
import { costOf } from './costOf.ts'
import { busy, type createShare } from './createShare.ts'
import type { Env } from './env.ts'
import { routeOf } from './routeOf.ts'

/** Who watches this service is always answered. */
const always: ReadonlySet<string> = new Set(['/health', '/metrics'])

/** Refuses work before it is begun: all of it while the process does not keep up, and that of a client which has had its share. */
export function limitRequests({ shareOf, isOverloaded, metrics }: {
  shareOf: ReturnType<typeof createShare>
  isOverloaded: () => boolean
  metrics: Metrics
}): MiddlewareHandler<Env> {
  return async (call, next) => {
    const share = shareOf(call)
    call.set('share', share)
    const route = routeOf(call)
    if (always.has(route)) return next()
    if (isOverloaded()) {
      metrics.refused({ why: 'overload' }).add()
      throw busy()
    }
    share.spend(costOf(route))
    const end = share.begin()
    try {
      await next()
    } finally {
      end()
    }
  }
}
