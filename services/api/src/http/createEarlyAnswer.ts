import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, errorBody } from '../apiError.ts'
import type { Metrics } from '../metrics.ts'
import { preflightHeaders, readableByAnySite } from './cors.ts'
import { busy, type ClientShares } from './createShare.ts'
import { isHealth, isMetrics } from './limitRequests.ts'

/**
 * Makes the function that answers some requests before the app reads them:
 * - during overload it refuses all requests except for `/health` and `/metrics`,
 * - it refuses requests of a client beyond its rate limit,
 * - it answers preflights.
 *
 * To cost as little as possible, it writes no log; `/metrics` counts these answers. The made
 * function returns whether it has answered the request.
 */
export function createEarlyAnswer({
  shares,
  isOverloaded,
  metrics,
}: {
  shares: ClientShares
  isOverloaded: () => boolean
  metrics: Metrics
}) {
  function refusalOf(request: IncomingMessage): ApiError | undefined {
    const isRead = request.method !== 'OPTIONS'
    if (isRead && isHealth(request)) return undefined
    if (isOverloaded() && !(isRead && isMetrics(request))) {
      metrics.refused({ why: 'overload' }).add()
      return busy()
    }
    try {
      shares.enter(request)
    } catch (error) {
      if (error instanceof ApiError) return error
      throw error
    }
    return undefined
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const refusal = refusalOf(request)
    if (refusal) {
      const body = JSON.stringify(errorBody(refusal))
      response.writeHead(refusal.status, {
        ...readableByAnySite,
        ...refusal.headers,
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
      return true
    }
    if (request.method !== 'OPTIONS') return false
    metrics.requests({ route: 'preflight', status: '204' }).add()
    response.writeHead(204, preflightHeaders).end()
    return true
  }
}
