import { inTime } from '@latchkey/server/waiting'
import { DatabaseError } from '../db/database.ts'
import type { ChainIndex } from './chainIndex.ts'

/** Milliseconds of one question. */
const limit = 8_000

/**
 * The same index, whose questions end in time: a PostgreSQL behind a line that is cut answers nothing and refuses nothing. Every failure is a
 * DatabaseError. What is written is not limited.
 */
export function limitReads(index: ChainIndex, milliseconds = limit): ChainIndex {
  function limited<asked extends readonly unknown[], answer>(ask: (...asked: asked) => Promise<answer>): (...asked: asked) => Promise<answer> {
    return (...asked) => inTime(milliseconds, ask(...asked)).catch((cause: unknown) => {
      throw new DatabaseError('The database does not answer', { cause })
    })
  }
  return {
    ...index,
    head: limited(index.head),
    hashAt: limited(index.hashAt),
    timeAt: limited(index.timeAt),
    state: limited(index.state),
    pools: limited(index.pools),
    transactionsOf: limited(index.transactionsOf),
    heldBy: limited(index.heldBy),
    recipientsOf: limited(index.recipientsOf),
    reservesAt: limited(index.reservesAt),
  }
}
