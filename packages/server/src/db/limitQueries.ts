import { createTurns } from '../turns.ts'
import { TimeLimitError, within } from '../waiting.ts'
import { DatabaseError, type Database } from './database.ts'

/**
 * How many queries run at the same time. While a query waits for its turn, its time limit does not
 * run.
 */
const atOnce = 16
/**
 * The time limits of one query, in milliseconds.
 * - `silent`: while the database answers nothing. A request has to end within 5 s after the
 *   database breaks.
 * - `all`: while the database first answers other statements.
 */
const usual = { silent: 4_000, all: 8_000 }

/** Runs a query within the limits. @throws DatabaseError for every failure */
export type LimitedQueries = <answer>(query: () => Promise<answer>) => Promise<answer>

/**
 * Gives queries a time limit. Without it, a query never ends if the connection to PostgreSQL is
 * cut, or if PGlite's disk hangs. If one query takes too long, all waiting queries fail with it. A
 * query that waits inside PGlite has more time as long as earlier statements are answered: the
 * database is then busy, not broken.
 */
export function limitQueries(
  { answeredAt }: Pick<Database, 'answeredAt'>,
  limits = usual,
): LimitedQueries {
  const turns = createTurns(atOnce)
  let failedAt = -Infinity

  /** Returns how many milliseconds a query that began at `since` may still wait. */
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
