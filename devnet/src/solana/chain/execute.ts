import { toBase64 } from '../wire/base.ts'
import type { Transaction } from '../wire/readTransaction.ts'
import type { Chain } from './chain.ts'
import { feeOf } from './fees.ts'
import { resolveKeys } from './resolveKeys.ts'
import { runInVm } from './runInVm.ts'
import { syncVm } from './syncVm.ts'
import { tokenBalances } from './tokenAccounts.ts'
import type { Account, ExecutedTransaction, TransactionError } from './types.ts'

/**
 * Executes a transaction in the open slot.
 * @returns the error of a transaction that has paid no fee, and so is not part of the chain
 */
export function execute(chain: Chain, transaction: Transaction): TransactionError | undefined {
  const { accounts, history, slots } = chain
  const read = (address: string) => accounts.read(address, 'processed')
  syncVm(chain, transaction.message)
  const keys = resolveKeys(transaction.message, read)
  const all = keys?.all ?? transaction.message.keys
  const before = all.map(read)
  const preTokenBalances = tokenBalances(before, read)
  const run = runInVm(chain, transaction, 'send')
  const after = all.map(read)
  const payer = lamportsOf(before[0])
  if (run.err !== null && payer === lamportsOf(after[0])) return run.err

  const executed: ExecutedTransaction = {
    signature: transaction.signature,
    slot: slots.open().number,
    time: slots.open().time,
    blockhash: slots.open().hash,
    parent: slots.find(slots.open().number - 1)?.hash ?? '',
    raw: toBase64(transaction.raw),
    err: run.err,
    fee: feeOf(transaction.message).total.toString(),
    preBalances: before.map((account) => lamportsOf(account).toString()),
    postBalances: after.map((account) => lamportsOf(account).toString()),
    preTokenBalances,
    postTokenBalances: tokenBalances(after, read),
    inner: run.inner,
    logs: run.logs,
    units: run.units,
    loaded: keys?.loaded ?? { writable: [], readonly: [] },
    returned: run.returned,
  }
  const changed = accounts.recordChanges(
    new Map(all.map((address, index) => [address, before[index]])),
  )
  history.add(executed)
  const event = { transaction: executed, changed, mentions: all }
  chain.recent.set(executed.slot, [...(chain.recent.get(executed.slot) ?? []), event])
  for (const listener of chain.listeners) listener.executed(event)
  return undefined
}

const lamportsOf = (account: Account | undefined): bigint => account?.lamports ?? 0n
