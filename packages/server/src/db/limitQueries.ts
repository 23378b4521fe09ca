import { createTurns } from '../turns.ts'
import { TimeLimitError, within } from '../waiting.ts'
import { DatabaseError, type Database } from './database.ts'

/**
 * Max concurrent queries. The time limit of a query does not run while it waits for its
 * turn.
 */
const atOnce = 16
/**
 * Time limits of one query, in milliseconds.
 * - `silent`: while the database answers nothing. A request has to end within 5 s after its
 * database breaks.
 * - `all`: while the database answers other statements first.
 */
const usual = { silent: 4_000, all: 8_000 }

/** Runs a query within the limits. @throws DatabaseError, for every failure */
export type LimitedQueries = <answer>(query: () => Promise<answer>) => Promise<answer>

/**
 * Gives queries a time limit. Without it, a query never ends on a PostgreSQL whose connection is
 * cut, or on a PGlite whose disk hangs. When one query takes too long, all waiting queries fail
 * with it. A query that waits inside PGlite for earlier statements has more time while they are
 * answered, because then the database is busy, not broken.
 */
export function limitQueries(
  { answeredAt }: Pick<Database, 'answeredAt'>,
  limits = usual,
): LimitedQueries {
  const turns = createTurns(atOnce)
  let failedAt = -Infinity

  /** Milliseconds that a query which began at `since` may still wait. */
  function leftOf(since: number): number {
    const { silent, all } = limits
    const end = Math.min(since + all, Math.max(since, answeredAt() ?? since) + silent)
    return Math.max(0, end - performance.now())
  }

  async function inTurn<answer>(query: () => Promise<answer>, arrivedAt: number): Promise<answer> {
    if (arrivedAt < failedAt) throw new TimeLimitError('The question before took too long')
    const since = performance.now()
    const answered = query()
    for (let remaining = leftOf(since); remaining > 0; remaining = leftOf(since))
      if (await within(remaining, answered)) return answered
    failedAt = performance.now()
    throw new TimeLimitError('The question took too long')
  }

  return (query) => {
    const arrivedAt = performance.now()
    return turns
      .run(() => inTurn(query, arrivedAt))
      .catch((cause: unknown) => {
        throw new DatabaseError('The database does not answer', { cause })
      })
  }
}
