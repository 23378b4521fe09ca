import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import { endOf } from '../features/account/activity/texts/endOf.ts'

/** The maximum number of notices on the page. */
export const maxNotices = 3

const isSuccess = (transaction: PendingTransaction) => endOf(transaction).isSuccess

/**
 * Returns the notices to show, newest first: all failures, and as many of the newest successes as
 * fit within `maxNotices`. Failures beyond `maxNotices` appear when there is room.
 */
export function visibleNotices(
  ended: readonly PendingTransaction[],
): readonly PendingTransaction[] {
  const bad = ended.filter((transaction) => !isSuccess(transaction))
  const good = ended.filter(isSuccess).slice(0, Math.max(0, maxNotices - bad.length))
  return ended.filter((transaction) => bad.includes(transaction) || good.includes(transaction))
}
