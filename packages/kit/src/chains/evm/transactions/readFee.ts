import { isSameAddress } from '@latchkey/protocol/address'
import { isObject } from '@latchkey/protocol/isObject'
import { isQuantity } from '../provider/quantity.ts'
import type { Chain } from '../provider/chain.ts'
import { operationFeeOf } from './operationLogs.ts'

/**
 * The fee of a mined transaction in wei, including the fee of layer 1, from its receipt
 * (eth_getTransactionReceipt). Undefined if the receipt does not report the fee.
 * @param address if another account, a bundler, sent the transaction for this one, its operation's
 *   fee is read: 0 if a paymaster paid. ERC-4337
 */
export async function readFee(
  chain: Chain,
  hash: string,
  address?: string,
): Promise<bigint | undefined> {
  const receipt = await chain.request('eth_getTransactionReceipt', [hash])
  const { from, gasUsed, effectiveGasPrice, l1Fee = '0x0', logs } = isObject(receipt) ? receipt : {}
  const isOwn = address === undefined || typeof from !== 'string' || isSameAddress(from, address)
  const operationFee = isOwn ? undefined : operationFeeOf(logs, address)
  if (operationFee !== undefined) return operationFee
  if (!isQuantity(gasUsed) || !isQuantity(effectiveGasPrice) || !isQuantity(l1Fee)) return undefined
  return BigInt(gasUsed) * BigInt(effectiveGasPrice) + BigInt(l1Fee)
}
