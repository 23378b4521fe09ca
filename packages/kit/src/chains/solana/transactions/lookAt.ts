import { isTransactionHash } from '@latchkey/protocol/transactionHash'
import { partsOf } from '@latchkey/protocol/isObject'
import { kitError } from '../../../core/errors.ts'
import type { Sight } from '../../../core/facets/transactions.ts'
import { orNothing } from '../../../core/orNothing.ts'
import type { PendingTransaction } from '../../../core/pendingTransactions.ts'
import { confirmed, valueOf } from '../provider/chain.ts'
import type { Chain } from '../provider/chain.ts'

/**
 * Looks for a transaction on its chain. `readHeight` gives the height of the last block that can not be undone. One that is not there may come as long as its blockhash is
 * taken; once that is too old by a block that can not be undone, it never can, and it is safe to sign another one.
 * @throws what the node answers; answerInvalid
 */
export async function lookAt(chain: Chain, { hash, lastHeight }: Pick<PendingTransaction, 'hash' | 'lastHeight'>, readHeight: () => Promise<number>): Promise<Sight> {
  if (!isTransactionHash(hash, 'solana')) return { kind: 'unknown' }
  const height = lastHeight === undefined ? undefined : await readHeight() // before the status: if it is too old by then and not there, it never will be
  const list = valueOf(await chain.ask('getSignatureStatuses', [[hash], { searchTransactionHistory: true }]))
  if (!Array.isArray(list) || list.length !== 1) throw kitError('answerInvalid')
  const [status] = list as readonly unknown[]
  if (status !== null) {
    const { err, confirmationStatus } = partsOf(status)
    // only the node itself has seen it so far
    if (confirmationStatus !== 'confirmed' && confirmationStatus !== 'finalized') return { kind: 'waiting' }
    const blockTime = partsOf(await orNothing(readTransaction(chain, hash)))['blockTime']
    return { kind: err === null ? 'mined' : 'failed', ...(typeof blockTime === 'number' && blockTime > 0 && { blockTime: blockTime * 1_000 }) }
  }
  if (lastHeight === undefined || height === undefined) return { kind: 'unknown' }
  return height > lastHeight ? { kind: 'expired' } : { kind: 'waiting' }
}

/** A transaction in a block that counts; null where there is none. getTransaction */
export const readTransaction = (chain: Chain, hash: string): Promise<unknown> => chain.ask('getTransaction', [hash, { ...confirmed, encoding: 'json', maxSupportedTransactionVersion: 0 }])
