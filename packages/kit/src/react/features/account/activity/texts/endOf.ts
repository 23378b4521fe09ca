import type { PendingTransaction } from '../../../../../core/transactions/pendingTransactions.ts'

/**
 * Returns the key of the text about a transaction's outcome. `isSuccess`: it did what its sender
 * wanted.
 */
export function endOf({ status, isExpired }: Pick<PendingTransaction, 'status' | 'isExpired'>): {
  text: 'ended' | 'undone' | 'strange' | 'unsure'
  isSuccess: boolean
} {
  const isSuccess = status === 'mined' || status === 'cancelled'
  if (status === 'unseen' || (status === 'dropped' && !isExpired))
    return { text: 'unsure', isSuccess }
  return { text: isSuccess ? 'ended' : status === 'changed' ? 'strange' : 'undone', isSuccess }
}
