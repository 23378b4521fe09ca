import { isTransactionHash, transactionKey } from '@latchkey/protocol/transactionHash'
import type { Network } from '../../../core/contracts/network.ts'
import { toHex } from '@latchkey/protocol/hex'
import type { Replacement, TransactionState } from '../../../core/contracts/facets/transactions.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import type { PendingTransaction } from '../../../core/transactions/pendingTransactions.ts'
import type { ShownTransaction } from '../esplora/answers.ts'
import type { Esplora } from '../esplora/esplora.ts'
import { readTransaction } from '../esplora/readTransaction.ts'
import { coinsIn, replacementKeyOf } from '../send/sentCoins.ts'
import { isSameBytes, scriptOf } from '../wire/scripts.ts'
import { hasPayments, readProvedOutputs } from './compare.ts'
import { describePayments } from './describe.ts'
import { findRival } from './readSpender.ts'

/**
 * Looks up a transaction on its chain:
 * - If it is in a block, its payments are compared with the requested ones.
 * - If the node does not know it, another transaction in a block may have spent its coins.
 * - If none has, a block may still include it, because other nodes may have it.
 *
 * @throws KitError answerInvalid; the node's errors
 */
export async function readTransactionState(
  esplora: Esplora,
  transaction: Pick<PendingTransaction, 'hash' | 'address' | 'asked' | 'replacementKey'>,
  network: Network | undefined,
): Promise<TransactionState> {
  if (!isTransactionHash(transaction.hash, 'bip122')) return { kind: 'unknown' }
  const txid = transactionKey(transaction.hash)
  const shown = await readTransaction(esplora, txid)
  if (shown?.height !== undefined) return readMined(esplora, transaction, shown, network)
  if (shown) return { kind: 'waiting', replacementKey: replacementKeyOf(shown.spent) }
  const { replacementKey } = transaction
  const rival = replacementKey && (await findRival(esplora, txid, coinsIn(replacementKey)))
  if (!rival) return { kind: 'unknown', mayReturn: true }
  // until a block has the other transaction, a block may include either
  return rival.height === undefined
    ? { kind: 'waiting', replacementKey }
    : { kind: 'overtaken', replacementKey }
}

async function readMined(
  esplora: Esplora,
  { address, asked }: Pick<PendingTransaction, 'address' | 'asked'>,
  { txid, blockTime, spent }: ShownTransaction,
  network: Network | undefined,
): Promise<TransactionState> {
  const time = blockTime === undefined ? {} : { blockTime }
  const mined = { kind: 'mined', ...time, replacementKey: replacementKeyOf(spent) } as const
  if (asked === undefined) return mined
  const outputs = await orUndefined(readProvedOutputs(esplora, txid))
  if (!outputs) return { kind: 'unread', ...time }
  if (hasPayments(outputs, asked)) return mined
  const own = scriptOf(address, esplora.networkId)
  const payments = outputs.filter(({ script }) => !own || !isSameBytes(script, own))
  return { kind: 'changed', ...time, description: describePayments(payments, network) }
}

/**
 * The transaction in a block that spent the coins of another one. It is a cancellation if it pays
 * nothing but the sender.
 * @throws KitError answerInvalid; the node's errors
 */
export async function findReplacement(
  esplora: Esplora,
  { hash, address, replacementKey }: { hash: string; address: string; replacementKey: string },
): Promise<Replacement | undefined> {
  const rival = await findRival(esplora, transactionKey(hash), coinsIn(replacementKey))
  if (rival?.height === undefined) return undefined
  const own = scriptOf(address, esplora.networkId)
  const shown = await readTransaction(esplora, rival.txid)
  const isCancellation =
    own !== undefined &&
    shown !== undefined &&
    shown.outputs.every(({ script }) => script === toHex(own))
  return { hash: rival.txid, isCancellation }
}
