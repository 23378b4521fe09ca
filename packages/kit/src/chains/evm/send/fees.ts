import { isObject } from '@latchkey/protocol/isObject'
import { bytesOf, maxLayerFee } from '@latchkey/protocol/layerFee'
import type { Fee } from '../../../core/contracts/facets/send.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import { isQuantity, quantityOf, toQuantity } from '../provider/quantity.ts'
import type { Chain } from '../provider/chain.ts'
import type { Call } from './callOf.ts'
import { readLayerFee } from './layerFee.ts'

/** The price of a unit of gas now, in the smallest unit of the native token. */
export type GasPrice = {
  /** The expected price in the next block. */
  expected: bigint
  /** The highest price that the transaction may pay. */
  max: bigint
  /** Absent on a network without EIP-1559, where the wallet sets the price. */
  maxPriorityFeePerGas?: bigint
}

/** The fee of a transaction, and the parts that it is computed from. */
export type EvmFee = Fee &
  GasPrice & {
    gas: bigint
    /**
     * What a rollup charges in addition to the gas: for the transaction's data on layer 1, and for
     * the rollup's operator.
     */
    data: bigint
  }

/** Gas of a transfer to an address without code. */
const plainGas = 21_000n
/** The number of latest blocks whose fees and times are read. */
const blocks = 4n
/**
 * Seconds between blocks on average. If it takes longer, the time of the next block is not
 * predicted.
 */
const maxSeconds = 600n

/**
 * The current gas price. The highest price allows for three full blocks in a row: each raises the
 * base fee by an eighth. EIP-1559
 */
export async function readGasPrice(chain: Chain): Promise<GasPrice> {
  const history = await orUndefined(
    chain.request('eth_feeHistory', [toQuantity(blocks), 'latest', [50]]),
  )
  const base = baseFeeOf(history)
  if (base === undefined || (base === 0n && !(await hasBaseFee(chain)))) {
    const price = await chain.quantity('eth_gasPrice', [])
    return { expected: price, max: (price * 5n) / 4n }
  }
  const tip =
    (await orUndefined(chain.quantity('eth_maxPriorityFeePerGas', []))) ?? medianTipOf(history)
  return { expected: base + tip, max: (base * 3n) / 2n + tip, maxPriorityFeePerGas: tip }
}

function baseFeeOf(history: unknown): bigint | undefined {
  const list = isObject(history) ? history['baseFeePerGas'] : undefined
  const next: unknown = Array.isArray(list) ? list.at(-1) : undefined
  return isQuantity(next) ? BigInt(next) : undefined
}

/**
 * Whether the network has a base fee (EIP-1559). eth_feeHistory can't tell: nodes of networks
 * without EIP-1559 answer it with zeros, and a base fee may be 0. So the latest block is read.
 */
async function hasBaseFee(chain: Chain): Promise<boolean> {
  const latest = await orUndefined(chain.request('eth_getBlockByNumber', ['latest', false]))
  return isObject(latest) && isQuantity(latest['baseFeePerGas'])
}

function medianTipOf(history: unknown): bigint {
  const rewards = isObject(history) && Array.isArray(history['reward']) ? history['reward'] : []
  const tips = rewards.flatMap((reward) =>
    Array.isArray(reward) && isQuantity(reward[0]) ? [BigInt(reward[0])] : [],
  )
  return [...tips].sort((a, b) => (a < b ? -1 : 1))[tips.length >> 1] ?? 0n
}

/**
 * The gas of a transfer. Where a contract runs, it includes a reserve of a fifth.
 * @throws the node's errors; the error has `details` when the transfer reverts
 */
export async function readGas(
  chain: Chain,
  from: string,
  { to, value, data }: Call,
): Promise<bigint> {
  const gas = await chain.quantity('eth_estimateGas', [
    { from, to, value: toQuantity(value), data },
  ])
  return gas === plainGas ? gas : (gas * 6n) / 5n
}

/** Average seconds between the latest blocks. */
async function readSecondsPerBlock(chain: Chain): Promise<number | undefined> {
  const latest = await orUndefined(chain.request('eth_getBlockByNumber', ['latest', false]))
  if (!isObject(latest)) return undefined
  const number = quantityOf(latest['number'])
  const count = number < blocks ? number : blocks
  const earlier =
    count > 0n &&
    (await orUndefined(chain.request('eth_getBlockByNumber', [toQuantity(number - count), false])))
  if (!isObject(earlier)) return undefined
  const secondsPerBlock =
    (quantityOf(latest['timestamp']) - quantityOf(earlier['timestamp'])) / count
  return secondsPerBlock <= maxSeconds ? Math.max(1, Number(secondsPerBlock)) : undefined
}

/**
 * The current fee of a transfer.
 * @throws KitError answerInvalid; the node's errors when the transfer would revert
 */
export async function readFee(chain: Chain, from: string, call: Call): Promise<EvmFee> {
  const gas = readGas(chain, from, call)
  const layer = gas.then((limit) => readLayerFee(chain, { bytes: bytesOf(call.data), gas: limit }))
  const [price, limit, data, seconds] = await Promise.all([
    readGasPrice(chain),
    gas,
    layer,
    orUndefined(readSecondsPerBlock(chain)),
  ])
  const maxTotal = limit * price.max + maxLayerFee(data)
  // a tenth more, because rollups may charge more for data than their oracles report
  const reserve = (maxTotal * 11n) / 10n
  return {
    ...price,
    gas: limit,
    data,
    total: limit * price.expected + data,
    maxTotal,
    reserve,
    seconds,
  }
}
