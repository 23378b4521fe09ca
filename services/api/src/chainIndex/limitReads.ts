import type { Database } from '@latchkey/server/db/database'
import { limitQueries } from '@latchkey/server/db/limitQueries'
import { TimeLimitError } from '@latchkey/server/waiting'
import type { ChainIndex } from './chainIndex.ts'
import { joinReads } from './joinReads.ts'

const isTimeLimit = (error: unknown) =>
  error instanceof Error && error.cause instanceof TimeLimitError

/**
 * Wraps an index so that `limitQueries` limits the time of its queries. Every failure is a
 * DatabaseError. Writes and `highest` have no limit. Concurrent calls of `standing`, which each request needs,
 * share their queries.
 */
export function limitReads(
  index: ChainIndex,
  database: Pick<Database, 'answeredAt'>,
  limits?: Parameters<typeof limitQueries>[1],
): ChainIndex {
  const inTime = limitQueries(database, limits)
  const limited =
    <parameters extends readonly unknown[], answer>(
      read: (...parameters: parameters) => Promise<answer>,
    ) =>
    (...parameters: parameters) =>
      inTime(() => read(...parameters))
  return {
    ...index,
    head: limited(index.head),
    hashAt: limited(index.hashAt),
    newestUpTo: limited(index.newestUpTo),
    timeAt: limited(index.timeAt),
    state: limited(index.state),
    standing: joinReads(limited(index.standing), isTimeLimit),
    pools: limited(index.pools),
    transactionsOf: limited(index.transactionsOf),
    heldBy: limited(index.heldBy),
    recipientsOf: limited(index.recipientsOf),
    reservesAt: limited(index.reservesAt),
  }
}
