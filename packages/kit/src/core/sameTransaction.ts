import type { PendingTransaction } from './pendingTransactions.ts'

/** Whether both are the same transaction; hashes are compared in any case. */
export function isSame(
  one: Pick<PendingTransaction, 'networkId' | 'hash'>,
  other: Pick<PendingTransaction, 'networkId' | 'hash'>,
): boolean {
  return one.networkId === other.networkId && one.hash.toLowerCase() === other.hash.toLowerCase()
}
