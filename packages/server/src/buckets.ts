import { Bucket, type RateLimit } from './bucket.ts'

/** Keys that are remembered at once; the one that was quiet for longest is forgotten first. */
const mostKeys = 50_000

/** A token bucket for every key, such as an address. */
export type Buckets = {
  take(key: string, count: number): ReturnType<Bucket['take']>
  /** Milliseconds until a key has made up for what it took beyond the limit. */
  owed(key: string): number
}

/**
 * @param limit of each key; `false` for none
 * @param options.countsRefused whether what is refused counts as well. @default true
 */
export function createBuckets(limit: RateLimit | false, now: () => number, { countsRefused = true }: { countsRefused?: boolean } = {}): Buckets {
  const buckets = new Map<string, Bucket>()
  return {
    take(key, count) {
      if (!limit) return { allowed: true, over: 0, wait: 0 }
      const bucket = buckets.get(key) ?? new Bucket(limit, now())
      buckets.delete(key)
      buckets.set(key, bucket)
      const [oldest] = buckets.size > mostKeys ? buckets.keys() : []
      if (oldest !== undefined) buckets.delete(oldest)
      return bucket.take(count, now(), countsRefused)
    },
    owed: (key) => buckets.get(key)?.owed(now()) ?? 0,
  }
}
