import { isSameTransactionHash } from '@latchkey/protocol/transactionHash'
import type { PendingTransaction } from './pendingTransactions.ts'

/**
 * Whether two values name the same transaction. The case of a hash counts only on chains where it
 * has a meaning.
 */
export function isSame(
  a: Pick<PendingTransaction, 'networkId' | 'hash'>,
  b: Pick<PendingTransaction, 'networkId' | 'hash'>,
): boolean {
  return a.networkId === b.networkId && isSameTransactionHash(a.hash, b.hash)
}
