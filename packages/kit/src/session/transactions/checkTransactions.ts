import { facetOf } from '../../core/accounts/facetOf.ts'
import type {
  TransactionState,
  TransactionsFacet,
} from '../../core/contracts/facets/transactions.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import { judge, nextMemory } from './judge.ts'
import type { CheckMemory } from './judge.ts'
import { contextOf } from '../../core/kit/context.ts'

/** Own transactions that have changed, in their new state, and whether any node answered. */
export type Checked = { changes: readonly PendingTransaction[]; answered: boolean }

/**
 * Reads the state of transactions from their chains. `memories` stores the last result for each
 * transaction. If a node fails, its transactions do not change.
 */
export async function checkTransactions(
  kit: Kit,
  transactions: readonly PendingTransaction[],
  memories: Map<string, CheckMemory>,
): Promise<Checked> {
  /** One lookup function for each chain. Data that several transactions share is requested once. */
  const lookups = new Map<
    TransactionsFacet,
    (transaction: PendingTransaction) => Promise<TransactionState>
  >()
  const checks = await Promise.allSettled(
    transactions.map(async (transaction) => {
      const chain = await facetOf(kit, transaction.networkId, 'transactions')
      const lookup = lookups.get(chain) ?? chain.createLookup()
      lookups.set(chain, lookup)
      return check(kit, chain, transaction, await lookup(transaction), memories)
    }),
  )
  const answers = checks.flatMap((check) => (check.status === 'fulfilled' ? [check.value] : []))
  return { changes: answers.flatMap((change) => change ?? []), answered: answers.length > 0 }
}

async function check(
  kit: Kit,
  chain: TransactionsFacet,
  transaction: PendingTransaction,
  state: TransactionState,
  memories: Map<string, CheckMemory>,
): Promise<PendingTransaction | undefined> {
  const now = contextOf(kit).clock.now()
  const key = `${transaction.networkId}:${transaction.hash}`
  const before = memories.get(key)
  memories.set(key, nextMemory(state, before, now))
  const verdict = judge(transaction, state, before, now)
  if (verdict.kind === 'same') return undefined
  if (verdict.kind === 'changed') return verdict.transaction
  const { facts } = verdict
  const found = await chain
    .findReplacement?.({ ...transaction, ...facts })
    .catch(() => 'unread' as const)
  // the block that could contain the transaction can't be read: the next check tries again
  if (found === 'unread') return undefined
  // the transaction itself used the key. It is in a block, but some nodes have its receipt later
  if (found?.hash === transaction.hash) return undefined
  return {
    ...transaction,
    ...facts,
    status: found?.isCancellation ? 'cancelled' : 'replaced',
    replacedBy: found?.hash,
    blockTime: undefined,
    endedAt: now,
  }
}
