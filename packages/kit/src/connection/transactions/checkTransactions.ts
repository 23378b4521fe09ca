import { facetOf } from '../../core/facetOf.ts'
import type { Sight, TransactionsFacet } from '../../core/facets/transactions.ts'
import type { Kit } from '../../core/kit.ts'
import type { PendingTransaction } from '../../core/pendingTransactions.ts'
import { judge, remember } from './judge.ts'
import type { Memory } from './judge.ts'

/** Own transactions that have changed, in their new state; and whether any node answered. */
export type Checked = { changes: readonly PendingTransaction[]; answered: boolean }

/**
 * Reads the state of transactions from their chains. `memories` stores the last result of each; a
 * node that fails changes nothing.
 */
export async function checkTransactions(
  kit: Kit,
  transactions: readonly PendingTransaction[],
  memories: Map<string, Memory>,
): Promise<Checked> {
  /** One lookup for each chain. Data that several transactions share is requested once. */
  const looks = new Map<TransactionsFacet, (transaction: PendingTransaction) => Promise<Sight>>()
  const checks = await Promise.allSettled(
    transactions.map(async (transaction) => {
      const chain = await facetOf(kit, transaction.networkId, 'transactions')
      const look = looks.get(chain) ?? chain.beginLook()
      looks.set(chain, look)
      return check(kit, chain, transaction, await look(transaction), memories)
    }),
  )
  const answers = checks.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  return { changes: answers.flatMap((change) => change ?? []), answered: answers.length > 0 }
}

async function check(
  kit: Kit,
  chain: TransactionsFacet,
  transaction: PendingTransaction,
  sight: Sight,
  memories: Map<string, Memory>,
): Promise<PendingTransaction | undefined> {
  const now = kit.context.clock.now()
  const key = `${transaction.networkId}:${transaction.hash}`
  const before = memories.get(key)
  memories.set(key, remember(sight, before, now))
  const verdict = judge(transaction, sight, before, now)
  if (verdict.kind === 'same') return undefined
  if (verdict.kind === 'changed') return verdict.transaction
  const { nonce } = verdict
  const found = await chain
    .findReplacement({ ...transaction, nonce })
    .catch(() => 'unread' as const)
  // it may be in that block itself: the next check asks again
  if (found === 'unread') return undefined
  // it is in a block itself: some nodes have its receipt later
  if (found?.hash === transaction.hash) return undefined
  return {
    ...transaction,
    nonce,
    status: found?.isCancellation ? 'cancelled' : 'replaced',
    replacedBy: found?.hash,
    blockTime: undefined,
    endedAt: now,
  }
}
