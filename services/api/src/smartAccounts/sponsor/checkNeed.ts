import { operationErrors } from '@latchkey/protocol/smartAccounts/bundler'
import type { Market } from '../bundler/signBundle.ts'
import type { GasLimits } from '../operationGas.ts'
import { RpcRefusal } from '../rpcRefusal.ts'

/**
 * How much more than needed an operation may offer. Whoever sends it to EntryPoint gets what it
 * pays beyond the costs, so without these limits anyone could have the paymaster's deposit paid to
 * himself.
 */
const most = { gas: 2n, baseFee: 4n, tip: 3n }
/** A tip that is always allowed: one gwei. */
const usualTip = 1_000_000_000n

/**
 * Checks that the limits of an operation are about what it needs.
 * @throws RpcRefusal
 */
export function checkNeed(limits: GasLimits, needed: GasLimits): void {
  const names = Object.keys(needed) as (keyof GasLimits)[] // all its members
  for (const name of names) {
    const limit = most.gas * needed[name]
    if (limits[name] > limit)
      throw new RpcRefusal(operationErrors.invalidParams, `${name} may be ${limit} here`)
  }
}

/**
 * Checks that the fees of an operation are about those of the chain. One with less would reserve
 * nothing, so that a stranger could have any number of them stored.
 * @throws RpcRefusal
 */
export function checkPrice(
  { maxFeePerGas, maxPriorityFeePerGas }: { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint },
  { baseFee, tip }: Market,
): void {
  const maxTip = most.tip * tip > usualTip ? most.tip * tip : usualTip
  const maxFee = most.baseFee * baseFee + maxTip
  if (maxPriorityFeePerGas > maxTip)
    throw new RpcRefusal(
      operationErrors.invalidParams,
      `maxPriorityFeePerGas may be ${maxTip} here`,
    )
  if (maxFeePerGas > maxFee)
    throw new RpcRefusal(operationErrors.invalidParams, `maxFeePerGas may be ${maxFee} here`)
  const minFee = baseFee / 2n
  if (maxFeePerGas < minFee)
    throw new RpcRefusal(
      operationErrors.invalidParams,
      `maxFeePerGas has to be at least ${minFee} here`,
    )
}
