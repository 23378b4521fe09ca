import type { Chain } from '../provider/chain.ts'
import { numberOf } from '../provider/quantity.ts'
import { partsOf } from './readTransactionState.ts'

/**
 * How many blocks have confirmed a transaction, its own included; 0 where it is in no block.
 * eth_getTransactionReceipt, eth_blockNumber @throws what the node answers; answerInvalid
 */
export async function countConfirmations(
  { request: ask }: Pick<Chain, 'request'>,
  hash: string,
): Promise<number> {
  const [receipt, newest] = [
    partsOf(await ask('eth_getTransactionReceipt', [hash])),
    numberOf(await ask('eth_blockNumber', [])),
  ]
  // nodes behind one address may differ by a block
  return receipt ? Math.max(1, newest - numberOf(receipt['blockNumber']) + 1) : 0
}
