import type { Chain } from '../provider/chain.ts'
import { numberOf } from '../provider/quantity.ts'
import { partsOf } from './readTransactionState.ts'

/**
 * The number of blocks that confirm a transaction, including its own block. 0 if it is in no block.
 * Sources: eth_getTransactionReceipt, eth_blockNumber
 * @throws KitError answerInvalid; the node's errors
 */
export async function countConfirmations(
  { request: ask }: Pick<Chain, 'request'>,
  hash: string,
): Promise<number> {
  const [receipt, newest] = [
    partsOf(await ask('eth_getTransactionReceipt', [hash])),
    numberOf(await ask('eth_blockNumber', [])),
  ]
  // at least 1: two nodes behind one URL may have different newest blocks
  return receipt ? Math.max(1, newest - numberOf(receipt['blockNumber']) + 1) : 0
}
