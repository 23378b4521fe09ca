import { isObject } from '@latchkey/protocol/isObject'
import { isQuantity } from '../provider/quantity.ts'
import type { Chain } from '../provider/chain.ts'

/**
 * The fee of a mined transaction in wei, including the fee of layer 1, from its receipt
 * (eth_getTransactionReceipt). Undefined if the receipt does not report the fee.
 */
export async function readFee(chain: Chain, hash: string): Promise<bigint | undefined> {
  const receipt = await chain.request('eth_getTransactionReceipt', [hash])
  const { gasUsed, effectiveGasPrice, l1Fee = '0x0' } = isObject(receipt) ? receipt : {}
  if (!isQuantity(gasUsed) || !isQuantity(effectiveGasPrice) || !isQuantity(l1Fee)) return undefined
  return BigInt(gasUsed) * BigInt(effectiveGasPrice) + BigInt(l1Fee)
}
