import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { costOf } from './costOf.ts'
import type { ClientShares } from './createShare.ts'
import type { Env } from './env.ts'
import { routeOf } from './routeOf.ts'

const pathOf = ({ url }: IncomingMessage) => url?.split('?')[0] ?? ''
/** The health check is always answered, and not counted. */
export const isHealth = (request: IncomingMessage) => pathOf(request) === '/health'
/**
 * Requests for metrics count in their client's limits. They are answered during overload, because
 * they show its reason.
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
