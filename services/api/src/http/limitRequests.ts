import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { costOf } from './costOf.ts'
import type { ClientShares } from './createShare.ts'
import type { Env } from './env.ts'
import { routeOf } from './routeOf.ts'

const pathOf = ({ url }: IncomingMessage) => url?.split('?')[0] ?? ''
/** Whether a request is the health check, which is always answered and not counted. */
export const isHealth = (request: IncomingMessage) => pathOf(request) === '/health'
/**
 * Whether a request is for metrics. It counts in its client's limits. It is answered during
 * overload, because metrics show the reason.
 */
export const isMetrics = (request: IncomingMessage) => pathOf(request) === '/metrics'

/**
 * Refuses the work of a client that has used up its limits, before the work begins.
 * `createEarlyAnswer` has charged the basic cost of the request.
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

/** Whether the endpoint uses nodes or the database. */
const waits = (route: string) => route === '/v1' || route === '/v1/' || costOf(route) > 1
