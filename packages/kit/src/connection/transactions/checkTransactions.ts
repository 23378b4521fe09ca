import { adapterOf } from '../../core/adapterOf.ts'
import type { Kit } from '../../core/kit.ts'
import type { PendingTransaction } from '../../core/pendingTransactions.ts'
import { findReplacement } from './findReplacement.ts'
import { judge, remember } from './judge.ts'
import type { Memory } from './judge.ts'
import { countNonces, lookAt } from './lookAt.ts'
import type { Ask } from './lookAt.ts'

/** Own transactions that have changed, as they are now; and whether any node answered. */
export type Checked = { changes: readonly PendingTransaction[]; answered: boolean }

/** Asks the nodes what became of transactions. What was seen of each is kept in `memories`; a node that fails changes nothing. */
export async function checkTransactions(kit: Kit, transactions: readonly PendingTransaction[], memories: Map<string, Memory>): Promise<Checked> {
  const counts = new Map<string, Promise<number>>()
  const countUsed = (ask: Ask, { networkId, address }: PendingTransaction) => {
    const sender = `${networkId}:${address}`
    const known = counts.get(sender) ?? countNonces(ask, address)
    counts.set(sender, known)
    return known
  }
  const checks = await Promise.allSettled(transactions.map(async (transaction) => {
    const ask = askOf(kit, transaction)
    return check(kit, ask, transaction, () => countUsed(ask, transaction), memories)
  }))
  const answers = checks.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  return { changes: answers.flatMap((change) => change ?? []), answered: answers.length > 0 }
}

async function check(kit: Kit, ask: Ask, transaction: PendingTransaction, countUsed: () => Promise<number>, memories: Map<string, Memory>): Promise<PendingTransaction | undefined> {
  const sight = await lookAt(ask, transaction, countUsed)
  const now = kit.context.clock.now()
  const key = `${transaction.networkId}:${transaction.hash}`
  const before = memories.get(key)
  memories.set(key, remember(sight, before, now))
  const verdict = judge(transaction, sight, before, now)
  if (verdict.kind === 'same') return undefined
  if (verdict.kind === 'changed') return verdict.transaction
  const { nonce } = verdict
  const found = await findReplacement(ask, { ...transaction, nonce }).catch(() => undefined) // that it was replaced is known all the same
  return { ...transaction, nonce, status: found?.isCancellation ? 'cancelled' : 'replaced', replacedBy: found?.hash, blockTime: undefined, endedAt: now }
}

function askOf(kit: Kit, { networkId }: PendingTransaction): Ask {
  const adapter = adapterOf(kit, 'eip155')
  return (method, params) => adapter.request({ method, params, networkId })
}
