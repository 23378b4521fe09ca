import type { PendingTransaction } from '../../core/pendingTransactions.ts'
import { endOf } from '../features/account/activity/texts/endOf.ts'

/** Notices that stand on the page at once. */
export const maxNotices = 3

const isSuccess = (one: PendingTransaction) => endOf(one).isSuccess

/**
 * The ends that are worth keeping, newest first: all bad ones, of which those beyond `most` wait
 * for room, and the newest good ones that there is room for beside them.
 */
export function visibleNotices(
  ended: readonly PendingTransaction[],
): readonly PendingTransaction[] {
  const bad = ended.filter((one) => !isSuccess(one))
  const good = ended.filter(isSuccess).slice(0, Math.max(0, maxNotices - bad.length))
  return ended.filter((one) => bad.includes(one) || good.includes(one))
}
