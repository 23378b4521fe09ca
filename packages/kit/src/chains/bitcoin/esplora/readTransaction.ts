import { kitError } from '../../../core/errors/errors.ts'
import { transactionIn } from './answers.ts'
import type { ShownTransaction } from './answers.ts'
import { ifKnown } from './esplora.ts'
import type { Esplora } from './esplora.ts'

/**
 * Reads a transaction in a block or in the node's mempool. Undefined if the node does not know it.
 * Source: GET /tx/:txid
 * @throws KitError answerInvalid, also for another transaction; the node's errors
 */
export async function readTransaction(
  esplora: Esplora,
  txid: string,
): Promise<ShownTransaction | undefined> {
  const answer = await ifKnown(esplora.get(`/tx/${txid}`))
  if (answer === undefined) return undefined
  const transaction = transactionIn(answer)
  if (transaction.txid !== txid) throw kitError('answerInvalid')
  return transaction
}
