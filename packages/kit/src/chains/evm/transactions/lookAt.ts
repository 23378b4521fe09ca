import { kitError } from '../../../core/errors.ts'
import type { Sight } from '../../../core/facets/transactions.ts'
import type { PendingTransaction } from '../../../core/pendingTransactions.ts'
import { numberOf } from '../provider/quantity.ts'
import type { Chain } from '../provider/chain.ts'

/**
 * Looks for a transaction on its chain. `countUsed` gives how many nonces its sender has used by now.
 * @throws what the node answers; answerInvalid
 */
export async function lookAt({ ask }: Pick<Chain, 'ask'>, { hash, nonce }: PendingTransaction, countUsed: () => Promise<number>): Promise<Sight> {
  const used = await countUsed() // before the receipt: if the nonce is used by then and there is no receipt, another transaction used the nonce
  const receipt = partsOf(await ask('eth_getTransactionReceipt', [hash]))
  if (receipt) {
    const block = partsOf(await ask('eth_getBlockByNumber', [receipt['blockNumber'], false]))
    return { kind: numberOf(receipt['status']) === 1 ? 'mined' : 'failed', nonce, blockTime: block && numberOf(block['timestamp']) * 1_000 }
  }
  const known = partsOf(await ask('eth_getTransactionByHash', [hash]))
  const own = known ? numberOf(known['nonce']) : nonce
  const isMined = typeof known?.['blockHash'] === 'string' // its receipt comes
  if (own !== undefined && own < used && !isMined) return { kind: 'overtaken', nonce: own }
  return known && own !== undefined ? { kind: 'waiting', nonce: own } : { kind: 'unknown' }
}

/** The number of nonces that an account has used, by the end of a block. */
export async function countNonces({ ask }: Pick<Chain, 'ask'>, address: string, block = 'latest'): Promise<number> {
  return numberOf(await ask('eth_getTransactionCount', [address, block]))
}

/** The parts of a node's answer; undefined if the node knows nothing. @throws answerInvalid */
export function partsOf(value: unknown): Record<string, unknown> | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object') throw kitError('answerInvalid')
  return value as Record<string, unknown> // an object: missing parts read as undefined
}
