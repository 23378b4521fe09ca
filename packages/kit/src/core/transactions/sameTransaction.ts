import { isSameTransactionHash } from '@latchkey/protocol/transactionHash'
import type { PendingTransaction } from './pendingTransactions.ts'

/** Whether both are the same transaction; hashes are compared in any case. */
export function isSame(
  a: Pick<PendingTransaction, 'networkId' | 'hash'>,
  b: Pick<PendingTransaction, 'networkId' | 'hash'>,
): boolean {
  return a.networkId === b.networkId && isSameTransactionHash(a.hash, b.hash)
}
