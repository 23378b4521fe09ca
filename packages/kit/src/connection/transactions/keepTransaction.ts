import type { Kit } from '../../core/kit.ts'
import { changePending, restorePending, withTransaction } from '../../core/pendingTransactions.ts'
import type { PendingTransaction } from '../../core/pendingTransactions.ts'
import { shareTransactions } from '../sharedConnections.ts'

/** Remembers a transaction that was sent just now, here and in the other tabs. */
export function keepTransaction(kit: Kit, transaction: Pick<PendingTransaction, 'hash' | 'networkId' | 'address' | 'description'>): void {
  changePending(kit, (pending) => withTransaction(pending, { ...transaction, sentAt: kit.context.clock.now(), status: 'pending' }))
  shareTransactions(kit)
}

/** Takes up what is remembered. */
export function resume(kit: Kit): void {
  restorePending(kit)
}
