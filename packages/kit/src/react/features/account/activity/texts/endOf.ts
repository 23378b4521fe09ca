import type { PendingTransaction } from '../../../../../core/pendingTransactions.ts'

/** How the end of an own transaction is told; `isGood` where it did what its sender wanted. */
export function endOf({ status, isExpired }: Pick<PendingTransaction, 'status' | 'isExpired'>): {
  text: 'ended' | 'undone' | 'strange' | 'unsure'
  isSuccess: boolean
} {
  const isSuccess = status === 'mined' || status === 'cancelled'
  if (status === 'unseen' || (status === 'dropped' && !isExpired))
    return { text: 'unsure', isSuccess }
  return { text: isSuccess ? 'ended' : status === 'changed' ? 'strange' : 'undone', isSuccess }
}
