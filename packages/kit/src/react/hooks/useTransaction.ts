import type { PendingTransaction } from '../../core/pendingTransactions.ts'
import { useKitState } from './useKitState.ts'

/** What became of a transaction that this browser has sent; undefined for any other. Followed until some minutes after its end, also when the page is loaded again. */
export function useTransaction(hash: string | undefined): PendingTransaction | undefined {
  return useKitState((state) => state.pending?.find((one) => one.hash.toLowerCase() === hash?.toLowerCase()))
}
