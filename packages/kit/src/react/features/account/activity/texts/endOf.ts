import type { PendingTransaction } from '../../../../../core/pendingTransactions.ts'

/** How the end of an own transaction is told; `isGood` where it did what its sender wanted. */
export function endOf({ status, isExpired }: Pick<PendingTransaction, 'status' | 'isExpired'>): {
  text: 'ended' | 'undone' | 'strange' | 'unsure'
  isGood: boolean
} {
  const isGood = status === 'mined' || status === 'cancelled'
  if (status === 'unseen' || (status === 'dropped' && !isExpired)) return { text: 'unsure', isGood }
  return { text: isGood ? 'ended' : status === 'changed' ? 'strange' : 'undone', isGood }
}
