import { orNothing } from '../../../core/orNothing.ts'
import type { Chain } from '../provider/chain.ts'
import { isQuantity, quantityOf, toQuantity, word } from '../provider/quantity.ts'

/** A transaction whose fee is asked for: the bytes of its data, and its limit of gas. */
export type Load = { bytes: number; gas: bigint }

/** `GasPriceOracle` of the OP stack, at this address on all its rollups. https://specs.optimism.io/protocol/predeploys.html */
const opOracle = '0x420000000000000000000000000000000000000F'
/** The oracles of other rollups with a fee beside the gas: Scroll's `L1GasPriceOracle` and Morph's `GasPriceOracle`. https://docs.scroll.io/en/developers/transaction-fees-on-scroll/ */
const otherOracles = ['0x5300000000000000000000000000000000000002', '0x530000000000000000000000000000000000000F'] as const
/** `getL1Fee(bytes)`, which all of them know; of the OP stack `getL1FeeUpperBound(uint256)`, since Fjord, and `getOperatorFee(uint256)`, since Isthmus. */
const selectors = { fee: '0x49948e0e', bound: '0xf1c7a58b', operator: '0x275aedd2' } as const
/** Bytes of a transaction without its data. */
const bareBytes = 130

/** The fee that a rollup takes beside the gas: for the data on the layer below, and for its operator. 0 on networks without an oracle. In wei */
export async function readLayerFee(chain: Chain, { bytes, gas }: Load): Promise<bigint> {
  const size = bareBytes + bytes
  // the oracle can't know the bytes: none of them is zero, which costs the most
  const raw = word(32n) + word(BigInt(size)) + 'ff'.repeat(size).padEnd(Math.ceil(size / 32) * 64, '0')
  const ask = async (to: string, data: string) => {
    const answer = await orNothing(chain.ask('eth_call', [{ to, data }, 'latest']))
    // a network without the contract answers with nothing
    return isQuantity(answer) ? BigInt(answer) : answer === undefined ? undefined : 0n
  }
  const opStack = async () => {
    const [bound, operator = 0n] = await Promise.all([ask(opOracle, selectors.bound + word(BigInt(size))), ask(opOracle, selectors.operator + word(gas))])
    return (bound ?? (await ask(opOracle, selectors.fee + raw)) ?? 0n) + operator
  }
  const fees = await Promise.all([opStack(), ...otherOracles.map(async (oracle) => (await ask(oracle, selectors.fee + raw)) ?? 0n)])
  return fees.reduce((sum, fee) => sum + fee, 0n)
}

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

/** The bytes of call data. */
export const bytesOf = (data: string | undefined): number => Math.max(0, ((data?.length ?? 2) - 2) / 2)

/** What may be taken at most: the layer below may become dearer until the transaction is sent. */
export const mostOfLayer = (fee: bigint): bigint => (fee * 5n) / 4n
