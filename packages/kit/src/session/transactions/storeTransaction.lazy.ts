import type { Transaction } from '@latchkey/protocol/transaction'
import { accountMemory } from '../../core/storage/accountMemory.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { TransactionId, TransactionsFacet } from '../../core/contracts/facets/transactions.ts'
import type { Kit } from '../../core/kit/kit.ts'
import {
  changePending,
  restorePending,
  withTransaction,
} from '../../core/transactions/pendingTransactions.ts'
import type {
  PendingTransaction,
  TransactionDescription,
} from '../../core/transactions/pendingTransactions.ts'
import { isSame } from '../../core/transactions/sameTransaction.ts'
import { withLimit } from '../../core/errors/withLimit.ts'
import { shareTransactions } from '../sharedConnections.ts'
import { followTransactions } from './followTransactions.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * A transaction that the network has accepted. `transaction` is the request to the wallet, if
 * known.
 */
type Sent = Pick<PendingTransaction, 'hash' | 'networkId' | 'address' | 'description'> & {
  transaction?: Transaction
}

/**
 * Milliseconds to wait for the chain's code before a transaction is stored without a description.
 */
const describing = 1_500

/**
 * Stores a transaction that was just sent, here and for the other tabs, and follows it. `chain` is
 * the chain's code. It provides the replacement key, and the description if the sender gave none.
 * Both are missing until that code has loaded. If the account is forgotten meanwhile, nothing is
 * stored.
 */
export async function storeTransaction(
  kit: Kit,
  { hash, networkId, address, transaction, description }: Sent,
  chain: Promise<TransactionsFacet | undefined>,
): Promise<void> {
  const { clock, networks } = contextOf(kit)
  const isRemembered = accountMemory(kit)
  const sentAt = clock.now()
  const network = networks.find((network) => network.networkId === networkId)?.network
  const described = chain.then(
    (facet) => description ?? (transaction && facet?.describe(transaction, network)),
  )
  const about =
    description ??
    (transaction &&
      (await withLimit(() => described, {
        ms: describing,
        clock,
        onTimeout: () => kitError('httpTimeout'),
      }).catch(() => undefined))) // the transaction is stored nevertheless
  if (!isRemembered()) return
  changePending(kit, (pending) =>
    withTransaction(pending, {
      hash,
      networkId,
      address,
      description: about,
      sentAt,
      status: 'pending',
    }),
  )
  shareTransactions(kit)
  void followTransactions(kit)
  if (!about)
    void described.then(
      (late) => late && addDescription(kit, { networkId, hash }, late),
      () => {},
    ) // the transaction is stored nevertheless
  if (transaction) void storeComparisonText(kit, chain, { networkId, hash }, transaction)
  if (network)
    void Promise.all([
      storeReplacementFacts(kit, chain, { networkId, hash, address }),
      storeLastHeight(kit, chain, { networkId, hash }),
    ])
}

/** Adds a description to a transaction that is followed, for all tabs. */
export function addDescription(
  kit: Kit,
  sent: TransactionId,
  description: TransactionDescription,
): void {
  change(kit, sent, { description })
  shareTransactions(kit)
}

/**
 * Stores the request to the wallet as a text that is later compared with the transaction on the
 * chain.
 */
async function storeComparisonText(
  kit: Kit,
  chain: Promise<TransactionsFacet | undefined>,
  sent: TransactionId,
  transaction: Transaction,
): Promise<void> {
  // after a failure, there is no text and so no comparison
  const text = await chain
    .then((facet) => facet?.comparisonTextOf?.(transaction))
    .catch(() => undefined)
  if (text !== undefined) change(kit, sent, { asked: text })
}

/**
 * Stores the transaction's replacement key. It is read at once, because the node forgets this
 * transaction as soon as another one has used the key.
 */
async function storeReplacementFacts(
  kit: Kit,
  chain: Promise<TransactionsFacet | undefined>,
  sent: TransactionId & { address: string },
): Promise<void> {
  // after a failure, a later check reads the key
  const facts = await chain
    .then((facet) => facet?.readReplacementFacts?.(sent))
    .catch(() => undefined)
  if (facts) change(kit, sent, { ...facts, shown: 'own' })
}

/**
 * Stores the height of the last block that can include the transaction. It is read at once, because
 * the node answers for a transaction that is sent now. Without the height, the transaction counts
 * as dropped when it has been missing for long.
 */
async function storeLastHeight(
  kit: Kit,
  chain: Promise<TransactionsFacet | undefined>,
  sent: TransactionId,
): Promise<void> {
  const lastHeight = await chain
    .then((facet) => facet?.readLastHeight?.(sent))
    .catch(() => undefined)
  if (lastHeight !== undefined) change(kit, sent, { lastHeight })
}

function change(kit: Kit, sent: TransactionId, parts: Partial<PendingTransaction>): void {
  changePending(kit, (pending) =>
    pending.map((transaction) =>
      isSame(transaction, sent) ? { ...transaction, ...parts } : transaction,
    ),
  )
}

/** Loads the stored transactions, and follows those that may still change. */
export function resume(kit: Kit): void {
  restorePending(kit)
  void followTransactions(kit)
}
