import { Bucket, type RateLimit, type TakeResult, untouched } from './bucket.ts'

/**
 * The number of keys in a generation. A key that was not used for a whole generation is dropped.
 */
const generation = 50_000

/** A token bucket for each key. A key is, for example, an IP address. */
export type Buckets = {
  take(key: string, count: number): TakeResult
  /** Returns the milliseconds until the tokens of a key are no longer below 0. */
  debt(key: string): number
}

/**
 * Creates the buckets.
 * @param limit the limit of each key; `false` for no limit
 * @param options.countsRefused whether a refused request also takes tokens @default true
 */
export function createBuckets(
  limit: RateLimit | false,
  now: () => number,
  { countsRefused = true }: { countsRefused?: boolean } = {},
): Buckets {
  let buckets = new Map<string, Bucket>()
  let older = new Map<string, Bucket>()

  function bucketOf(key: string, limit: RateLimit): Bucket {
    const found = buckets.get(key)
    if (found) return found
    if (buckets.size === generation) [buckets, older] = [new Map(), buckets]
    const bucket = older.get(key) ?? new Bucket(limit, now())
    buckets.set(key, bucket)
    return bucket
  }

  return {
    take: (key, count) =>
      limit ? bucketOf(key, limit).take(count, now(), countsRefused) : untouched,
    debt: (key) => (buckets.get(key) ?? older.get(key))?.debt(now()) ?? 0,
  }
}
