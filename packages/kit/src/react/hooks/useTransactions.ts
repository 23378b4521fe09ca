import { isSameAddress } from '@latchkey/protocol/address'
import { useMemo } from 'react'
import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import { useAccount } from './useAccount.ts'
import { useKitState } from './useKitState.ts'

const nothing: readonly PendingTransaction[] = []

/**
 * Returns the transactions that this browser has sent from the connected account, on all networks
 * of its chain, newest first: pending ones, and those that ended recently. The kit follows them,
 * also after a reload.
 */
export function useTransactions(): readonly PendingTransaction[] {
  const account = useAccount()
  const pending = useKitState((state) => state.pending) ?? nothing
  const { address, namespace } = 'account' in account ? account.account : {}
  return useMemo(
    () =>
      address === undefined
        ? nothing
        : pending.filter(
            (transaction) =>
              transaction.networkId.startsWith(`${namespace}:`) &&
              isSameAddress(transaction.address, address),
          ),
    [pending, address, namespace],
  )
}
