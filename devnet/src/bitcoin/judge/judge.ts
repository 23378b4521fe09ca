import { sumOf } from '../chain/connectBlock.ts'
import { coinOf } from '../chain/mempool.ts'
import type { Chain, Entry } from '../chain/types.ts'
import { readTransaction, type Transaction } from '../wire/transaction.ts'
import { checkForm } from './checkForm.ts'
import { checkAges, checkLockTime } from './checkLocks.ts'
import { checkMaturity } from './checkMaturity.ts'
import { checkPackage } from './checkPackage.ts'
import { checkReplacement } from './checkReplacement.ts'
import { checkScripts } from './checkScripts.ts'
import { checkStandard, checkStandardInputs } from './checkStandard.ts'
import { refuse } from './refusal.ts'

/** The smallest fee, in satoshis a virtual byte. */
export const minFeeRate = 1n

/** A transaction that the mempool may take, and those that it would replace. */
export type Judged = Pick<Entry, 'transaction' | 'spent' | 'fee'> & { replaced: Set<Entry> }

/**
 * Judges whether the mempool takes a transaction, as bitcoind does on the main network.
 * @throws Refusal with bitcoind's words; MalformedError for bytes that are no transaction
 */
export function judge(chain: Chain, raw: Buffer): Judged {
  const judged = judgeWithoutScripts(chain, readTransaction(raw))
  checkScripts(judged.transaction, judged.spent)
  return judged
}

/** Judges a transaction whose scripts were run before, such as one of a removed block. */
export function judgeWithoutScripts(chain: Chain, transaction: Transaction): Judged {
  const { txid, wtxid, inputs, outputs, vsize } = transaction
  checkForm(transaction)
  checkStandard(transaction)
  checkLockTime(chain, transaction)
  const known = chain.mempool.get(txid)
  if (known)
    refuse(
      known.transaction.wtxid === wtxid
        ? 'txn-already-in-mempool'
        : 'txn-same-nonwitness-data-in-mempool',
    )
  if (outputs.some((_, vout) => chain.coins.has(`${txid}:${vout}`))) refuse('txn-already-known')
  const spent = inputs.map(
    (input) => coinOf(chain, input) ?? refuse('bad-txns-inputs-missingorspent'),
  )
  checkAges(chain, transaction, spent)
  checkMaturity(chain, spent)
  const fee = sumOf(spent) - sumOf(outputs)
  if (fee < 0n) refuse('bad-txns-in-belowout')
  checkStandardInputs(transaction, spent)
  if (fee < BigInt(vsize) * minFeeRate) refuse('min relay fee not met')
  const replaced = checkReplacement(chain, { transaction, fee, minRate: minFeeRate })
  checkPackage(chain, transaction, replaced)
  return { transaction, fee, spent, replaced }
}
