import { bytesOf, maxLayerFee } from '@latchkey/protocol/layerFee'
import type { Load } from '@latchkey/protocol/layerFee'
import type { SwapPlan, SwapMethod } from '../../../core/facets/swap.ts'
import { orUndefined } from '../../../core/orUndefined.ts'
import type { Chain } from '../provider/chain.ts'
import { readGas, readGasPrice } from '../send/fees.ts'
import { readDataGas, readLayerFee } from '../send/layerFee.ts'
import type { Call } from './calls.ts'
import type { Built } from './service.ts'

/** Gas of one approval that the node does not estimate. */
const approvalGas = 60_000n
/** Gas of a swap of which no service says how much it takes. */
const swapGas = 300_000n
/** Bytes of a swap that is not built yet: those of a route through several pools. */
const swapBytes = 2_000
/** Bytes that a permit adds to the data of a swap: the seven arguments of `permit`. EIP-2612 */
const permitBytes = 7 * 32

/**
 * What must stay of the network's own token for the fee of a swap that is not built yet. @throws
 * what the node answers
 */
export async function readReserve(chain: Chain): Promise<bigint> {
  const [{ max: most }, dataGas] = await Promise.all([
    readGasPrice(chain),
    readDataGas(chain, swapBytes),
  ])
  const gas = swapGas + dataGas
  return (
    ((most * gas + maxLayerFee(await readLayerFee(chain, { bytes: swapBytes, gas }))) * 11n) / 10n
  )
}

/**
 * The fee of a swap that the node can't estimate, because it needs an allowance first: the
 * service's number of units counts, and approvals and data besides. Undefined where the node has no
 * price, or can't be asked what a rollup takes.
 */
export async function roughFee(
  chain: Chain,
  account: string,
  {
    built,
    approvals,
    way,
  }: { built: Pick<Built, 'data' | 'gas'>; approvals: readonly Call[]; way: SwapMethod },
  quoted: bigint | undefined,
): Promise<SwapPlan['fee']> {
  const bytes = bytesOf(built.data) + (way === 'permit' ? permitBytes : 0)
  const [price, dataGas, approvalFees] = await Promise.all([
    orUndefined(readGasPrice(chain)),
    readDataGas(chain, bytes),
    way === 'permit' ? [] : loadsOf(chain, account, approvals),
  ])
  if (!price) return undefined
  const swap: Load = { bytes, gas: (built.gas ?? swapGas) + dataGas }
  const layers = await orUndefined(
    Promise.all([swap, ...approvalFees].map((load) => readLayerFee(chain, load))),
  )
  if (!layers) return undefined
  const layer = layers.reduce((sum, fee) => sum + fee, 0n)
  const before = approvalFees.reduce((sum, { gas }) => sum + gas, 0n)
  return {
    total: likelyOf(swap.gas * price.expected, quoted) + before * price.expected + layer,
    max: (swap.gas + before) * price.max + maxLayerFee(layer),
  }
}

/**
 * The approvals' bytes and gas. The second of two can't be estimated before the first: it takes
 * what the dearest takes.
 */
async function loadsOf(
  chain: Chain,
  account: string,
  approvals: readonly Call[],
): Promise<readonly Load[]> {
  const estimates = await Promise.all(
    approvals.map((call) => orUndefined(readGas(chain, account, call))),
  )
  const gas = estimates.reduce<bigint>(
    (highest, estimate = 0n) => (estimate > highest ? estimate : highest),
    approvalGas,
  )
  return approvals.map(({ data }) => ({ bytes: bytesOf(data), gas }))
}

/**
 * The fee that is expected. The chain asks for more gas than it uses: a fifth that it may give back
 * (EIP-3529), what calls inside calls leave unused, and the reserve. So the offer's own fee is
 * believed where it is so far below, and the review shows the fee that the form has shown.
 */
export const likelyOf = (limit: bigint, quoted: bigint | undefined): bigint =>
  quoted !== undefined && quoted < limit && quoted * 2n >= limit ? quoted : limit
