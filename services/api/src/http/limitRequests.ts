import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { costOf } from './costOf.ts'
import type { ClientShares } from './createShare.ts'
import type { Env } from './env.ts'
import { routeOf } from './routeOf.ts'

const pathOf = ({ url }: IncomingMessage) => url?.split('?')[0] ?? ''
/** Is always answered, and counts nowhere. */
export const isHealth = (request: IncomingMessage) => pathOf(request) === '/health'
/** Takes of its client's share, and is not put off: it says why other things are. */
export const isMetrics = (request: IncomingMessage) => pathOf(request) === '/metrics'

/** Refuses the work of a client that has had its share, before it is begun. What every request costs was taken at the door. */
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

/** Whether nodes or the database are asked. */
const waits = (route: string) => route === '/v1' || route === '/v1/' || costOf(route) > 1
