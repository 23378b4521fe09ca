import type { Transaction } from '../wire/readTransaction.ts'
import type { Chain } from './chain.ts'
import { isAlive } from './checkLifetime.ts'
import { resolveKeys } from './resolveKeys.ts'
import { refusal, runInVm, type Run } from './runInVm.ts'
import { syncVm } from './syncVm.ts'
import type { Commitment } from './types.ts'

/** How a transaction is simulated. */
export type SimulationRules = {
  commitment: Commitment
  sigVerify: boolean
  /** Whether the blockhash is not checked. */
  anyBlockhash: boolean
}

/** The result that a transaction would have with the accounts at a commitment. Changes nothing. */
export function simulate(
  chain: Chain,
  transaction: Transaction,
  { commitment, sigVerify, anyBlockhash }: SimulationRules,
): Run {
  const { slots, accounts, history } = chain
  if (!anyBlockhash && !isAlive(chain, transaction.message, commitment))
    return refusal('BlockhashNotFound')
  const done = history.slotOf(transaction.signature)
  if (!anyBlockhash && done !== undefined && done <= slots.at(commitment).number)
    return refusal('AlreadyProcessed')
  syncVm(chain, transaction.message)
  const keys = resolveKeys(transaction.message, (address) => accounts.read(address, commitment))
  const needed = [
    ...(keys?.all ?? transaction.message.keys),
    ...transaction.message.lookups.map(({ accountKey }) => accountKey),
  ]
  return accounts.as(commitment, needed, () => runInVm(chain, transaction, 'simulate', sigVerify))
}
