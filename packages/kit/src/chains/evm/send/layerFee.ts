import * as layer from '@latchkey/protocol/layerFee'
import type { Load } from '@latchkey/protocol/layerFee'
import { orNothing } from '../../../core/orNothing.ts'
import type { Chain } from '../provider/chain.ts'
import { quantityOf, toQuantity } from '../provider/quantity.ts'

/** The fee that a rollup takes beside the gas of a transaction, in wei; 0 on other networks. @throws KitError requestAborted */
export const readLayerFee = (chain: Chain, load: Load): Promise<bigint> => layer.readLayerFee((call) => orNothing(chain.ask('eth_call', [call, 'latest'])), load)

/** An address without code. */
const nowhere = '0x000000000000000000000000000000000000dEaD'

/**
 * The gas that a network takes for data beside Ethereum's own price: Arbitrum, zkSync and others count what the layer below takes as gas. For transactions that the node can't estimate yet.
 * 0 where the node does not say. eth_estimateGas, EIP-7623
 */
export async function readDataGas(chain: Chain, bytes: number): Promise<bigint> {
  const estimate = await orNothing(chain.ask('eth_estimateGas', [{ to: nowhere, value: toQuantity(0), data: `0x${'ff'.repeat(bytes)}` }]).then(quantityOf))
  const usual = 21_000n + 40n * BigInt(bytes)
  return estimate === undefined || estimate <= usual ? 0n : estimate - usual
}
