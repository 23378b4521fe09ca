import { isTransactionHash } from '@latchkey/protocol/transactionHash'
import { partsOf } from '@latchkey/protocol/isObject'
import { loadCode } from '../../../core/page/loadCode.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { TransactionState } from '../../../core/contracts/facets/transactions.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import type { PendingTransaction } from '../../../core/transactions/pendingTransactions.ts'
import { compare, wireIn } from './compare.ts'
import type { Names } from './changed/describeChanged.lazy.ts'
import { isDurable } from '../wire/instructions.ts'
import { confirmed, slotOf, valueOf } from '../provider/chain.ts'
import type { Chain } from '../provider/chain.ts'

/** The last finalized block. */
export type FinalBlock = { height: number; slot: bigint }

/**
 * Looks up a transaction on its chain:
 * - If it is in a block, it is compared with the requested transaction.
 * - If it is in no block, it is waiting as long as its blockhash is valid.
 * - If its blockhash is too old at a finalized block, it has expired. Then it is safe to sign
 *   another transaction.
 * - A durable transaction never expires.
 * @param readFinal reads the last finalized block
 * @throws KitError answerInvalid; the node's errors
 */
export async function readTransactionState(
  { chain, ...names }: Names & { chain: Chain },
  transaction: Pick<PendingTransaction, 'hash' | 'lastHeight' | 'address' | 'asked'>,
  readFinal: () => Promise<FinalBlock>,
): Promise<TransactionState> {
  const { hash, lastHeight, asked } = transaction
  if (!isTransactionHash(hash, 'solana')) return { kind: 'unknown' }
  // read before the status: a blockhash that is too old now means that a transaction which is in no
  // block later never gets into a block
  const final = lastHeight === undefined ? undefined : await readFinal()
  const answer = await chain.request('getSignatureStatuses', [
    [hash],
    { searchTransactionHistory: true },
  ])
  const list = valueOf(answer)
  if (!Array.isArray(list) || list.length !== 1) throw kitError('answerInvalid')
  const [status] = list as readonly unknown[]
  if (status !== null) {
    const { err, confirmationStatus } = partsOf(status)
    // so far only this node has the block: the network has not confirmed it
    if (confirmationStatus !== 'confirmed' && confirmationStatus !== 'finalized')
      return { kind: 'waiting' }
    const found = await orUndefined(readTransaction(chain, hash))
    const { blockTime } = partsOf(found)
    const time =
      typeof blockTime === 'number' && blockTime > 0 ? { blockTime: blockTime * 1_000 } : {}
    if (err !== null) return { kind: 'failed', ...time }
    const compared = asked === undefined ? 'same' : compare(found, transaction)
    if (compared === undefined) return { kind: 'unread', ...time }
    if (compared === 'same') return { kind: 'mined', ...time }
    const { describeChanged } = await loadCode(import('./changed/describeChanged.lazy.ts'))
    return {
      kind: 'changed',
      ...time,
      description: describeChanged(compared, partsOf(found)['meta'], transaction.address, names),
    }
  }
  if (isDurableText(asked)) return { kind: 'waiting' }
  if (lastHeight === undefined || final === undefined) return { kind: 'unknown' }
  // the status may come from another node, which must have seen the same finalized block
  return final.height > lastHeight && slotOf(answer) >= final.slot
    ? { kind: 'expired' }
    : { kind: 'waiting' }
}

/** Whether a transaction in base64 uses a durable nonce in place of a recent blockhash. */
function isDurableText(asked: string | undefined): boolean {
  const wire = wireIn(asked)
  return wire !== undefined && isDurable(wire.message)
}

/** The transaction with this hash in a confirmed block, or null. Source: getTransaction */
export const readTransaction = (chain: Chain, hash: string): Promise<unknown> =>
  chain.request('getTransaction', [
    hash,
    { ...confirmed, encoding: 'base64', maxSupportedTransactionVersion: 0 },
  ])
