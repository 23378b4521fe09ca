import { isTransactionHash } from '@latchkey/protocol/transactionHash'
import { partsOf } from '@latchkey/protocol/isObject'
import { kitError } from '../../../core/errors.ts'
import type { Sight } from '../../../core/facets/transactions.ts'
import { orNothing } from '../../../core/orNothing.ts'
import type { PendingTransaction } from '../../../core/pendingTransactions.ts'
import { confirmed, slotOf, valueOf } from '../provider/chain.ts'
import type { Chain } from '../provider/chain.ts'

/** The last block that can not be undone. */
export type FinalBlock = { height: number; slot: bigint }

/**
 * Looks for a transaction on its chain. `readFinal` gives the last block that can not be undone. One that is not there may come as long as its blockhash is
 * taken; once that is too old by a block that can not be undone, it never can, and it is safe to sign another one.
 * @throws what the node answers; answerInvalid
 */
export async function lookAt(chain: Chain, { hash, lastHeight }: Pick<PendingTransaction, 'hash' | 'lastHeight'>, readFinal: () => Promise<FinalBlock>): Promise<Sight> {
  if (!isTransactionHash(hash, 'solana')) return { kind: 'unknown' }
  const final = lastHeight === undefined ? undefined : await readFinal() // before the status: if it is too old by then and not there, it never will be
  const answer = await chain.ask('getSignatureStatuses', [[hash], { searchTransactionHistory: true }])
  const list = valueOf(answer)
  if (!Array.isArray(list) || list.length !== 1) throw kitError('answerInvalid')
  const [status] = list as readonly unknown[]
  if (status !== null) {
    const { err, confirmationStatus } = partsOf(status)
    // only the node itself has seen it so far
    if (confirmationStatus !== 'confirmed' && confirmationStatus !== 'finalized') return { kind: 'waiting' }
    const blockTime = partsOf(await orNothing(readTransaction(chain, hash)))['blockTime']
    return { kind: err === null ? 'mined' : 'failed', ...(typeof blockTime === 'number' && blockTime > 0 && { blockTime: blockTime * 1_000 }) }
  }
  if (lastHeight === undefined || final === undefined) return { kind: 'unknown' }
  // a node that is behind the one which told the height may not have seen it yet
  return final.height > lastHeight && slotOf(answer) >= final.slot ? { kind: 'expired' } : { kind: 'waiting' }
}

/** A transaction in a block that counts; null where there is none. getTransaction */
export const readTransaction = (chain: Chain, hash: string): Promise<unknown> => chain.ask('getTransaction', [hash, { ...confirmed, encoding: 'json', maxSupportedTransactionVersion: 0 }])
