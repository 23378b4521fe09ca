import { bytesOf, maxLayerFee } from '@latchkey/protocol/layerFee'
import type { Load } from '@latchkey/protocol/layerFee'
import type { SwapPlan, SwapMethod } from '../../../core/contracts/facets/swap.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import type { Chain } from '../provider/chain.ts'
import { readGas, readGasPrice } from '../send/fees.ts'
import { readDataGas, readLayerFee } from '../send/layerFee.ts'
import type { Call } from './calls.ts'
import type { Built } from './service.ts'

/** Gas of an approval, unless the node estimates more. */
const approvalGas = 60_000n
/** Gas of a swap for which no service has estimated the gas. */
const swapGas = 300_000n
/** Bytes of a swap that is not built yet: as many as a route through several pools has. */
const swapBytes = 2_000
/** Bytes that a permit adds to the data of a swap: the seven arguments of `permit`. EIP-2612 */
const permitBytes = 7 * 32

/**
 * The amount of the native token that the account must keep for the fee of a swap. The swap is not
 * built yet.
 * @throws the node's errors
 */
export async function readReserve(chain: Chain): Promise<bigint> {
  const [{ max }, dataGas] = await Promise.all([readGasPrice(chain), readDataGas(chain, swapBytes)])
  const gas = swapGas + dataGas
  return (
    ((max * gas + maxLayerFee(await readLayerFee(chain, { bytes: swapBytes, gas }))) * 11n) / 10n
  )
}

/**
 * The fee of a swap that the node can't estimate, because the swap first needs an allowance. The
 * fee is for the gas that the service reports, the approvals and the data. Undefined if the node
 * has no price, or a rollup's fee is unknown.
 */
export async function roughFee(
  chain: Chain,
  account: string,
  {
    built,
    approvals,
    method: way,
  }: { built: Pick<Built, 'data' | 'gas'>; approvals: readonly Call[]; method: SwapMethod },
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
 * Bytes and gas of the approvals. Of two approvals, the node can't estimate the second before the
 * first is executed. So the more expensive estimate is used for both.
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
 * The expected gas or fee. A gas limit is higher than the gas that is used: a fifth may be refunded
 * (EIP-3529), nested calls leave some gas unused, and the limit has a reserve. So if the offer
 * reports a lower value that is at least half, that value is used. The review then shows the same
 * fee as the form.
 */
export const likelyOf = (limit: bigint, quoted: bigint | undefined): bigint =>
  quoted !== undefined && quoted < limit && quoted * 2n >= limit ? quoted : limit
