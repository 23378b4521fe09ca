import { toHex } from '@latchkey/protocol/hex'
import type { BitcoinTransaction } from '@latchkey/protocol/transaction'
import { kitError } from '../../../core/errors/errors.ts'
import type { Esplora } from '../esplora/esplora.ts'
import { readProvedBytes } from '../send/previousTransaction.ts'
import { outputsOf, readRaw } from '../wire/psbt.ts'
import { paymentsOf } from './describe.ts'

type Output = { script: Uint8Array; amount: bigint }

/** The maximum length of a comparison text, in characters. */
const maxCharacters = 4_000

const textOf = ({ script, amount }: Output) => `${toHex(script)}:${amount}`

/**
 * The payments of a request as a text, which is later compared with the transaction on the chain.
 * @throws KitError invalidParams for a PSBT that can't be read, or has too many payments
 */
export function comparisonTextOf(transaction: BitcoinTransaction): string {
  const text = paymentsOf(transaction).map(textOf).join(',')
  if (text === '' || text.length > maxCharacters) throw kitError('invalidParams')
  return text
}

/**
 * Compares a transaction with the requested payments. It may have further outputs, because the
 * change of a wallet that chooses its own coins goes to an address that the kit does not know.
 * @param asked a text of `comparisonTextOf`
 */
export function hasPayments(outputs: readonly Output[], asked: string): boolean {
  const rest = outputs.map(textOf)
  return asked.split(',').every((payment) => {
    const index = rest.indexOf(payment)
    if (index === -1) return false
    rest.splice(index, 1)
    return true
  })
}

/**
 * The outputs of a transaction, proved by its bytes, whose hash the txid is.
 * @throws KitError answerInvalid for other bytes; the node's errors
 */
export async function readProvedOutputs(
  esplora: Esplora,
  txid: string,
): Promise<readonly Output[]> {
  const transaction = readRaw(await readProvedBytes(esplora, txid))
  if (!transaction) throw kitError('answerInvalid')
  return outputsOf(transaction)
}
