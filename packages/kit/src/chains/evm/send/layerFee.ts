import * as layer from '@latchkey/protocol/layerFee'
import type { Load } from '@latchkey/protocol/layerFee'
import type { ErrorCode } from '../../../core/errors/errors.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import type { Chain } from '../provider/chain.ts'
import { quantityOf, toQuantity } from '../provider/quantity.ts'

/**
 * What a rollup charges in addition to a transaction's gas, in wei. 0 on a network without a fee
 * oracle.
 * @throws KitError requestAborted; httpTimeout, httpFailed and other errors of an unreachable node,
 *   because the fee is then unknown, not 0
 */
export const readLayerFee = (chain: Chain, load: Load): Promise<bigint> =>
  layer.readLayerFee(
    (call) => chain.request('eth_call', [call, 'latest']).catch(undefinedUnlessUnavailable),
    load,
  )

const unavailableCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'httpTimeout',
  'offline',
  'answerInvalid',
  'limitExceeded',
  'requestAborted',
])

/**
 * Returns undefined for an error that the node has answered, such as a revert.
 * @throws the error if the node has not answered
 */
function undefinedUnlessUnavailable(error: unknown): undefined {
  const { code, status = 500 } = KitError.is(error) ? error : {}
  const isUnavailable =
    code === 'httpFailed'
      ? status >= 500 || status === 408 || status === 429
      : code !== undefined && unavailableCodes.has(code)
  if (isUnavailable) throw error
}

/** An address without code. */
const burnAddress = '0x000000000000000000000000000000000000dEaD'

/**
 * The gas that a network charges for data in addition to Ethereum's price: Arbitrum, zkSync and
 * others charge the cost of layer 1 as gas. Used for a transaction that the node can't estimate
 * yet. 0 if the node does not answer. Source: eth_estimateGas, EIP-7623
 */
export async function readDataGas(chain: Chain, bytes: number): Promise<bigint> {
  const estimate = await orUndefined(
    chain
      .request('eth_estimateGas', [
        { to: burnAddress, value: toQuantity(0), data: `0x${'ff'.repeat(bytes)}` },
      ])
      .then(quantityOf),
  )
  const usualGas = 21_000n + 40n * BigInt(bytes)
  return estimate === undefined || estimate <= usualGas ? 0n : estimate - usualGas
}
