import type { MiddlewareHandler } from 'hono'
import { ApiError } from '../apiError.ts'
import { clientAddress } from './clientAddress.ts'
import type { Env } from './env.ts'
import { routeOf } from './routeOf.ts'

/** A bucket holds at most `max` tokens, gets `refill` more every `everySeconds`, and a request takes one. */
export type RateLimit = { max: number; refill: number; everySeconds: number }

/** Clients remembered at once; the one that was quiet for longest is forgotten first. */
const mostBuckets = 50_000

/** Refuses the requests of a client that asks one route too often, with `Retry-After` in seconds. */
export function rateLimit(options: { limit: RateLimit; trustProxy: boolean; now: () => number }): MiddlewareHandler<Env> {
  const take = createBuckets(options.limit, options.now)
  return async (call, next) => {
    const client = clientAddress(call, options.trustProxy)
    const wait = client === undefined ? 0 : take(`${routeOf(call)} ${client}`)
    if (wait > 0) {
      const description = `Too many requests, try again in ${wait} s`
      throw new ApiError(429, 'rate_limited', description, { headers: { 'retry-after': String(wait) } })
    }
    await next()
  }
}

/** Makes the function that takes one token of a key's bucket and tells how many whole seconds to wait: 0 when there was one. */
export function createBuckets(limit: RateLimit, now: () => number): (key: string) => number {
  const buckets = new Map<string, { tokens: number; at: number }>()
  const perMillisecond = limit.refill / (limit.everySeconds * 1000)
  return (key) => {
    const at = now()
    const bucket = buckets.get(key) ?? { tokens: limit.max, at }
    const tokens = Math.min(limit.max, bucket.tokens + Math.max(0, at - bucket.at) * perMillisecond)
    const allowed = tokens >= 1
    buckets.delete(key)
    buckets.set(key, { tokens: allowed ? tokens - 1 : tokens, at })
    const oldest = buckets.keys().next().value
    if (buckets.size > mostBuckets && oldest !== undefined) buckets.delete(oldest)
    return allowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / perMillisecond / 1000))
  }
}
