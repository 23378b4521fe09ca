import { hexToBigInt } from 'viem'
import { isRecord } from '@latchkey/protocol/isObject'
import { NodesError } from '../providers/nodes.ts'
import { isQuantity } from './readHead.ts'
import type { EvmChain } from '../chains/evm/evmChain.ts'

/** Prices of a unit of gas in wei, at which a transaction is mined soon, very soon, and at once. */
export type GasPrices = { standard: bigint; fast: bigint; instant: bigint }

const kinds = ['standard', 'fast', 'instant'] as const
/**
 * How each price is made. `percentile`: of the tips that were paid, weighted by gas. `base`:
 * percent of the next block's base fee.
 */
const plans = {
  standard: { percentile: 25, base: 125n },
  fast: { percentile: 50, base: 140n },
  instant: { percentile: 90, base: 160n },
} as const
/** Percent of the node's own gas price, for chains without a base fee. */
const percents = { standard: 100n, fast: 110n, instant: 125n } as const
const blocks = 10

/**
 * Reads the gas prices of a chain: with EIP-1559 the maximum that a transaction should offer
 * (`eth_feeHistory`), otherwise prices around `eth_gasPrice`.
 * @throws NodesError
 */
export async function readGasPrices(
  chain: EvmChain,
  baseFee: bigint | undefined,
  signal: AbortSignal,
): Promise<GasPrices> {
  if (baseFee === undefined) return pricesAround(await readQuantity(chain, 'eth_gasPrice', signal))
  const params = [`0x${blocks.toString(16)}`, 'latest', kinds.map((kind) => plans[kind].percentile)]
  const history = await chain.nodes.request('eth_feeHistory', params, signal)
  const { baseFeePerGas, reward } = isRecord(history) ? history : {}
  const next = Array.isArray(baseFeePerGas) ? (baseFeePerGas as unknown[]).at(-1) : undefined
  const base = isQuantity(next) ? hexToBigInt(next) : baseFee
  const tips = kinds.map((_, index) =>
    middle(Array.isArray(reward) ? (reward as unknown[]).flatMap((row) => tipIn(row, index)) : []),
  )
  const [standard = 0n, fast = 0n, instant = 0n] = kinds.map(
    (kind, index) => (base * plans[kind].base) / 100n + (tips[index] ?? 1n),
  )
  return { standard, fast: max(standard, fast), instant: max(standard, fast, instant) }
}

async function readQuantity(chain: EvmChain, method: string, signal: AbortSignal): Promise<bigint> {
  const answer = await chain.nodes.request(method, [], signal)
  if (!isQuantity(answer))
    throw new NodesError(`The node answered ${method} with something that is no number`)
  return hexToBigInt(answer)
}

function pricesAround(price: bigint): GasPrices {
  const [standard = 0n, fast = 0n, instant = 0n] = kinds.map(
    (kind) => (price * percents[kind]) / 100n,
  )
  return { standard, fast, instant }
}

function tipIn(row: unknown, index: number): bigint[] {
  const tip: unknown = Array.isArray(row) ? row[index] : undefined
  return isQuantity(tip) ? [hexToBigInt(tip)] : []
}

/** The median of the blocks' tips; 1 wei if there are none. */
function middle(tips: readonly bigint[]): bigint {
  const sorted = tips.toSorted((a, b) => (a < b ? -1 : 1))
  return max(sorted[sorted.length >> 1] ?? 1n, 1n)
}

const max = (first: bigint, ...others: readonly bigint[]) =>
  others.reduce((max, tip) => (tip > max ? tip : max), first)
