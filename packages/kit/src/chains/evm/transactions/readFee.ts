import { isObject } from '@latchkey/protocol/isObject'
import { isQuantity } from '../provider/quantity.ts'
import type { Chain } from '../provider/chain.ts'

/** What a mined transaction cost, in wei, by its receipt (eth_getTransactionReceipt), the share of the layer below included; undefined where the receipt does not tell. */
export async function readFee(chain: Chain, hash: string): Promise<bigint | undefined> {
  const receipt = await chain.ask('eth_getTransactionReceipt', [hash])
  const { gasUsed, effectiveGasPrice, l1Fee = '0x0' } = isObject(receipt) ? receipt : {}
  if (!isQuantity(gasUsed) || !isQuantity(effectiveGasPrice) || !isQuantity(l1Fee)) return undefined
  return BigInt(gasUsed) * BigInt(effectiveGasPrice) + BigInt(l1Fee)
}
