import { coinbaseOutpoint, isCoinbase, outpointKey, type Transaction } from '../wire/transaction.ts'
import { refuse } from './refusal.ts'

/** The amount of all bitcoins, in satoshis. */
export const maxMoney = 21_000_000n * 100_000_000n

/** The largest base size of a transaction in a block, in weight. */
const maxWeight = 4_000_000

/** Checks what every block demands of a transaction by itself. @throws Refusal */
export function checkForm(transaction: Transaction): void {
  const { inputs, outputs, weight, raw } = transaction
  if (outputs.length === 0) refuse('bad-txns-vout-empty')
  if (weight > maxWeight || raw.length > maxWeight) refuse('bad-txns-oversize')
  let total = 0n
  for (const { value } of outputs) {
    if (value > 0x7fff_ffff_ffff_ffffn) refuse('bad-txns-vout-negative')
    if (value > maxMoney) refuse('bad-txns-vout-toolarge')
    total += value
    if (total > maxMoney) refuse('bad-txns-txouttotal-toolarge')
  }
  if (new Set(inputs.map(outpointKey)).size !== inputs.length) refuse('bad-txns-inputs-duplicate')
  if (isCoinbase(transaction)) refuse('coinbase')
  if (inputs.some((input) => outpointKey(input) === outpointKey(coinbaseOutpoint)))
    refuse('bad-txns-prevout-null')
}
