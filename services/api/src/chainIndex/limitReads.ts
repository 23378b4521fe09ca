import { createTurns } from '@latchkey/server/turns'
import { inTime, TimeLimitError } from '@latchkey/server/waiting'
import { DatabaseError } from '../db/database.ts'
import type { ChainIndex } from './chainIndex.ts'

/** Questions at once: the time of one does not run while it waits for others. */
const atOnce = 16
/** Milliseconds of one question. */
const limit = 8_000

/**
 * The same index, whose questions end in time: a PostgreSQL behind a line that is cut answers nothing and refuses nothing. When one took
 * too long, all that wait fail with it. Every failure is a DatabaseError. What is written is not limited.
 */
export function limitReads(index: ChainIndex, milliseconds = limit): ChainIndex {
  const turns = createTurns(atOnce)
  let failedAt = -Infinity

  async function inTurn<answer>(ask: () => Promise<answer>, cameAt: number): Promise<answer> {
    if (cameAt < failedAt) throw new TimeLimitError('The question before took too long')
    try {
      return await inTime(milliseconds, ask())
    } catch (error) {
      if (error instanceof TimeLimitError) failedAt = performance.now()
      throw error
    }
  }

  function limited<asked extends readonly unknown[], answer>(ask: (...asked: asked) => Promise<answer>): (...asked: asked) => Promise<answer> {
    return (...asked) => {
      const cameAt = performance.now()
      return turns.run(() => inTurn(() => ask(...asked), cameAt)).catch((cause: unknown) => {
        throw new DatabaseError('The database does not answer', { cause })
      })
    }
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
