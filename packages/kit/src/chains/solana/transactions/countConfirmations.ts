import { partsOf } from '@latchkey/protocol/isObject'
import { isTransactionHash } from '@latchkey/protocol/transactionHash'
import { kitError } from '../../../core/errors/errors.ts'
import { valueOf, wholeOf } from '../provider/chain.ts'
import type { Chain } from '../provider/chain.ts'

/**
 * The number of blocks that confirm a transaction, including its own block. 0 if it is in no block.
 * Source: getSignatureStatuses
 * @throws KitError answerInvalid; the node's errors
 */
export async function countConfirmations(
  { request: ask }: Pick<Chain, 'request'>,
  hash: string,
): Promise<number | 'final'> {
  if (!isTransactionHash(hash, 'solana')) return 0
  const list = valueOf(
    await ask('getSignatureStatuses', [[hash], { searchTransactionHistory: true }]),
  )
  if (!Array.isArray(list) || list.length !== 1) throw kitError('answerInvalid')
  const [status] = list as readonly unknown[]
  if (status === null) return 0
  const { confirmations, confirmationStatus } = partsOf(status)
  return confirmations === null || confirmationStatus === 'finalized'
    ? 'final'
    : Number(wholeOf(confirmations)) + 1 // the node does not count the transaction's own block
}
