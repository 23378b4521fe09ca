import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import { endOf } from '../features/account/activity/texts/endOf.ts'

/** The maximum number of notices on the page. */
export const maxNotices = 3

const isSuccess = (transaction: PendingTransaction) => endOf(transaction).isSuccess

/**
 * Selects the notices to keep, newest first: all failures, and the newest successes that fit within
 * `maxNotices`. Failures beyond `maxNotices` wait for room.
 */
export function visibleNotices(
  ended: readonly PendingTransaction[],
): readonly PendingTransaction[] {
  const bad = ended.filter((transaction) => !isSuccess(transaction))
  const good = ended.filter(isSuccess).slice(0, Math.max(0, maxNotices - bad.length))
  return ended.filter((transaction) => bad.includes(transaction) || good.includes(transaction))
}
