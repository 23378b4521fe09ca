import { isSameTransactionHash } from '@latchkey/protocol/transactionHash'
import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import { useKitState } from './useKitState.ts'

/**
 * Returns the state of a transaction that this browser has sent; undefined for any other
 * transaction. The kit follows it until some minutes after its end, also after a reload.
 */
export function useTransaction(hash: string | undefined): PendingTransaction | undefined {
  return useKitState((state) =>
    state.pending?.find(
      (transaction) => hash !== undefined && isSameTransactionHash(transaction.hash, hash),
    ),
  )
}
