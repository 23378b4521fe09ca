import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { costOf } from './costOf.ts'
import type { ClientShares } from './createShare.ts'
import type { Env } from './env.ts'
import { routeOf } from './routeOf.ts'

const pathOf = ({ url }: IncomingMessage) => url?.split('?')[0] ?? ''
/** Whether a request is the health check. It is always answered, and not counted. */
export const isHealth = (request: IncomingMessage) => pathOf(request) === '/health'
/**
 * Whether a request is for the metrics. It counts in its client's limits. It is answered even
 * during overload, because the metrics show the cause.
 */
export const isMetrics = (request: IncomingMessage) => pathOf(request) === '/metrics'

/**
 * Refuses a request before any work for it, if its client has reached a limit. `createEarlyAnswer`
 * has already counted the basic cost.
 */
export function limitRequests(shares: ClientShares): MiddlewareHandler<Env> {
  return async (call, next) => {
    const share = shares.of(call)
    call.set('share', share)
    const route = routeOf(call)
    share.spend(costOf(route) - 1)
    if (route === '/health') return next()
    const end = share.begin(waits(route))
    try {
      await next()
    } finally {
      end()
    }
  }
}

/** Whether requests to a route wait for nodes or the database. */
const waits = (route: string) => route === '/v1' || route === '/v1/' || costOf(route) > 1
