import type { Kit } from '../../core/kit.ts'
import { changePending, restorePending, withTransaction } from '../../core/pendingTransactions.ts'
import type { PendingTransaction } from '../../core/pendingTransactions.ts'
import { shareTransactions } from '../sharedConnections.ts'
import { describeTransaction } from './describeTransaction.ts'
import type { SentTransaction } from './describeTransaction.ts'
import { followTransactions } from './followTransactions.ts'
import { learnNonce } from './learnNonce.ts'

/** Remembers a transaction that was sent just now, here and in the other tabs, and follows it. */
export function keepTransaction(kit: Kit, sent: Pick<PendingTransaction, 'hash' | 'networkId' | 'address' | 'description'> & SentTransaction): void {
  const { hash, networkId, address, description = describeTransaction(kit, networkId, sent) } = sent
  changePending(kit, (pending) => withTransaction(pending, { hash, networkId, address, description, sentAt: kit.context.clock.now(), status: 'pending' }))
  shareTransactions(kit)
  void followTransactions(kit)
  void learnNonce(kit, { networkId, hash })
}

/** Takes up what is remembered, and follows what is not at its end. */
export function resume(kit: Kit): void {
  restorePending(kit)
  void followTransactions(kit)
}
