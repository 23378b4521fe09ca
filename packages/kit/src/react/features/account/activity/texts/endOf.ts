import type { PendingTransaction } from '../../../../../core/pendingTransactions.ts'

/** How the end of an own transaction is told; `isGood` where it did what its sender wanted. */
export function endOf({ status }: Pick<PendingTransaction, 'status'>): { text: 'ended' | 'undone' | 'strange' | 'unsure'; isGood: boolean } {
  const isGood = status === 'mined' || status === 'cancelled'
  if (status === 'unseen') return { text: 'unsure', isGood }
  return { text: isGood ? 'ended' : status === 'changed' ? 'strange' : 'undone', isGood }
}
