import type { Clock } from '../../core/page/clock.ts'

/**
 * Makes ids of JSON-RPC requests: microseconds since 1970 with a random end. Each id is larger than
 * the one before.
 */
export function createIds(clock: Pick<Clock, 'now'>): () => number {
  let last = 0
  return () => (last = Math.max(last + 1, clock.now() * 1_000 + Math.floor(Math.random() * 1_000)))
}
