import type { Transaction } from '@latchkey/protocol/transaction'
import type { TransactionId, TransactionsFacet } from '../../core/facets/transactions.ts'
import type { Kit } from '../../core/kit.ts'
import { changePending, restorePending, withTransaction } from '../../core/pendingTransactions.ts'
import type { PendingTransaction } from '../../core/pendingTransactions.ts'
import { isSame } from '../../core/sameTransaction.ts'
import { shareTransactions } from '../sharedConnections.ts'
import { followTransactions } from './followTransactions.ts'

/** A transaction that the network took; `transaction` is what the wallet was asked for. */
type Sent = Pick<PendingTransaction, 'hash' | 'networkId' | 'address' | 'description'> & { transaction: Transaction }

/**
 * Remembers a transaction that was sent just now, here and in the other tabs, and follows it. `chain` says what it is about where its
 * sender did not; without its code that is left open.
 */
export function keepTransaction(kit: Kit, { hash, networkId, address, transaction, description }: Sent, chain: TransactionsFacet | undefined): void {
  const network = kit.context.networks.find((one) => one.networkId === networkId)?.network
  const about = description ?? chain?.describe(transaction, network)
  changePending(kit, (pending) => withTransaction(pending, { hash, networkId, address, description: about, sentAt: kit.context.clock.now(), status: 'pending' }))
  shareTransactions(kit)
  void followTransactions(kit)
  if (chain && network) void learnNonce(kit, chain, { networkId, hash })
}

/** Asks at once for its place in the order of its sender: when that is taken, the node knows nothing of it any more. */
async function learnNonce(kit: Kit, { readNonce }: TransactionsFacet, sent: TransactionId): Promise<void> {
  const nonce = await readNonce(sent).catch(() => undefined) // what follows it learns it later
  if (nonce !== undefined) changePending(kit, (pending) => pending.map((one) => (isSame(one, sent) ? { ...one, nonce } : one)))
}

/** Takes up what is remembered, and follows what is not at its end. */
export function resume(kit: Kit): void {
  restorePending(kit)
  void followTransactions(kit)
}
