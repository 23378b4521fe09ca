import { isObject } from '@latchkey/protocol/isObject'
import type { Fee } from '../../../core/facets/send.ts'
import { orNothing } from '../../../core/orNothing.ts'
import { quantityOf, toQuantity, word } from '../provider/quantity.ts'
import type { Chain } from '../provider/chain.ts'
import type { Call } from './callOf.ts'

/** The price of a unit of gas now, in the smallest unit of the native token. */
export type GasPrice = {
  /** The price that the next block is expected to take. */
  expected: bigint
  /** The highest price that will be paid. */
  most: bigint
  /** Absent on a network without EIP-1559: there the wallet sets the price. */
  maxPriorityFeePerGas?: bigint
}

/** The fee of a transaction, and the parts that it is computed from. */
export type EvmFee = Fee & GasPrice & {
  gas: bigint
  /** The fee for the transaction's data on the layer below, if the network charges it separately. */
  data: bigint
}

/** Gas of a transfer to an address without code. */
const plainGas = 21_000n
/** Blocks whose fees and times are read. */
const blocks = 4n
/** The longest average time between blocks from which the next block can be predicted. */
const mostSeconds = 600n

/** The network's advice. The highest price leaves room for three full blocks in a row: each raises the base fee by an eighth. EIP-1559 */
export async function readGasPrice(chain: Chain): Promise<GasPrice> {
  const history = await orNothing(chain.ask('eth_feeHistory', [toQuantity(blocks), 'latest', [50]]))
  const base = baseFeeOf(history)
  if (base === undefined) {
    const price = await chain.quantity('eth_gasPrice', [])
    return { expected: price, most: (price * 5n) / 4n }
  }
  const tip = (await orNothing(chain.quantity('eth_maxPriorityFeePerGas', []))) ?? medianTipOf(history)
  return { expected: base + tip, most: (base * 3n) / 2n + tip, maxPriorityFeePerGas: tip }
}

function baseFeeOf(history: unknown): bigint | undefined {
  const list = isObject(history) ? history['baseFeePerGas'] : undefined
  const next: unknown = Array.isArray(list) ? list.at(-1) : undefined
  return next === undefined || next === null ? undefined : quantityOf(next)
}

function medianTipOf(history: unknown): bigint {
  const rewards = isObject(history) && Array.isArray(history['reward']) ? history['reward'] : []
  const tips = rewards.flatMap((reward) => (Array.isArray(reward) ? [quantityOf(reward[0])] : []))
  return [...tips].sort((a, b) => (a < b ? -1 : 1))[tips.length >> 1] ?? 0n
}

/** Gas that a transfer uses, with a fifth in reserve where a contract runs. @throws what the node answers: with `details` when it reverts */
export async function readGas(chain: Chain, from: string, { to, value, data }: Call): Promise<bigint> {
  const gas = await chain.quantity('eth_estimateGas', [{ from, to, value: toQuantity(value), data }])
  return gas === plainGas ? gas : (gas * 6n) / 5n
}

/** The contract that reports what data costs on rollups of the OP stack. It has this address on all of them; other networks have nothing there. */
const dataOracle = '0x420000000000000000000000000000000000000F'
/** `getL1FeeUpperBound(uint256)` with the bytes of a transaction, since Fjord; `getL1Fee(bytes)` before. */
const dataFeeSelectors = { now: '0xf1c7a58b', before: '0x49948e0e' } as const
/** Bytes of a transaction without its data. */
const bareBytes = 130n

async function readDataFee(chain: Chain, { data }: Call): Promise<bigint> {
  const size = bareBytes + BigInt((data?.length ?? 2) / 2 - 1)
  const ask = (call: string) => orNothing(chain.ask('eth_call', [{ to: dataOracle, data: call }, 'latest']))
  const bound = await ask(dataFeeSelectors.now + word(size))
  // a network without an oracle answers with nothing; an older oracle does not know the call
  const fee = bound ?? (await ask(dataFeeSelectors.before + word(32n) + word(size) + 'ff'.repeat(Number(size)).padEnd(Math.ceil(Number(size) / 32) * 64, '0')))
  return fee === undefined || fee === '0x' ? 0n : quantityOf(fee)
}

/** Seconds between the latest blocks. */
async function readPace(chain: Chain): Promise<number | undefined> {
  const latest = await orNothing(chain.ask('eth_getBlockByNumber', ['latest', false]))
  if (!isObject(latest)) return undefined
  const number = quantityOf(latest['number'])
  const count = number < blocks ? number : blocks
  const earlier = count > 0n && (await orNothing(chain.ask('eth_getBlockByNumber', [toQuantity(number - count), false])))
  if (!isObject(earlier)) return undefined
  const pace = (quantityOf(latest['timestamp']) - quantityOf(earlier['timestamp'])) / count
  return pace <= mostSeconds ? Math.max(1, Number(pace)) : undefined
}

/** The fee of a transfer now. @throws what the node answers when it would revert; KitError answerInvalid */
export async function readFee(chain: Chain, from: string, call: Call): Promise<EvmFee> {
  const [price, gas, data, seconds] = await Promise.all([readGasPrice(chain), readGas(chain, from, call), readDataFee(chain, call), orNothing(readPace(chain))])
  // the fee of the layer below may rise until the transaction is sent
  const totalMost = gas * price.most + (data * 5n) / 4n
  // estimates of some rollups do not include the fee for data
  const reserve = (totalMost * 11n) / 10n
  return { ...price, gas, data, total: gas * price.expected + data, totalMost, reserve, seconds }
}
