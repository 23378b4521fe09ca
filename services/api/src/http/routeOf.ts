import { matchedRoutes } from 'hono/route'
import type { Call } from './env.ts'

/**
 * The pattern of the endpoint that a request is for, such as `/v1/account/:address/balance`; `none`
 * for an unknown path.
 */
export function routeOf(call: Call): string {
  return matchedRoutes(call).findLast((route) => !route.path.includes('*'))?.path ?? 'none'
}
