import { descendantsOf, waitingSpender } from '../chain/mempool.ts'
import type { Chain, Entry } from '../chain/types.ts'
import { sumOf } from '../chain/connectBlock.ts'
import type { Transaction } from '../wire/transaction.ts'
import { refuse } from './refusal.ts'

/** How many waiting transactions a replacement removes at most. BIP-125 */
const maxReplaced = 100

/** The waiting transactions that spend an output which this one spends, too. */
export function rivalsOf(chain: Chain, { inputs }: Transaction): Set<Entry> {
  return new Set(inputs.flatMap((input) => waitingSpender(chain, input) ?? []))
}

/**
 * Checks whether a transaction may replace its rivals, as nodes do that replace every transaction.
 * BIP-125, but for the signal.
 * @returns the rivals and all that spend their outputs
 * @throws Refusal
 */
export function checkReplacement(
  chain: Chain,
  { transaction, fee, minRate }: { transaction: Transaction; fee: bigint; minRate: bigint },
): Set<Entry> {
  const rivals = rivalsOf(chain, transaction)
  if (rivals.size === 0) return rivals
  const { inputs, vsize } = transaction
  for (const rival of rivals)
    if (fee * BigInt(rival.transaction.vsize) <= rival.fee * BigInt(vsize))
      refuse('insufficient fee')
  const replaced = new Set([...rivals].flatMap((rival) => [rival, ...descendantsOf(chain, rival)]))
  if (replaced.size > maxReplaced) refuse('too many potential replacements')
  const rivalParents = new Set(
    [...rivals].flatMap((rival) => rival.transaction.inputs.map(({ txid }) => txid)),
  )
  for (const { txid } of inputs)
    if (chain.mempool.has(txid) && !rivalParents.has(txid)) refuse('replacement-adds-unconfirmed')
  const replacedFees = sumOf([...replaced].map((entry) => ({ value: entry.fee })))
  if (fee < replacedFees + BigInt(vsize) * minRate) refuse('insufficient fee')
  return replaced
}
