import { Bucket, type RateLimit, type TakeResult, untouched } from './bucket.ts'

/** Number of keys of a generation. Keys that were unused for a whole generation are dropped. */
const generation = 50_000

/** A token bucket for every key, such as an address. */
export type Buckets = {
  take(key: string, count: number): TakeResult
  /** Milliseconds until the tokens of a key are no longer below 0. */
  debt(key: string): number
}

/**
 * @param limit of each key; `false` for none
 * @param options.countsRefused whether refused requests count as well. @default true
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
