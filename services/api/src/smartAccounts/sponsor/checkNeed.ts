import { operationErrors } from '@latchkey/protocol/smartAccounts/bundler'
import type { Market } from '../bundler/signBundle.ts'
import type { GasLimits } from '../operationGas.ts'
import { RpcRefusal } from '../rpcRefusal.ts'

/**
 * How much more than needed an operation may offer, in percent. Whoever sends it to EntryPoint gets
 * what it pays beyond the costs, so without these limits anyone could have the paymaster's deposit
 * paid to himself.
 * - `before`: `preVerificationGas` is paid whole, so there is little room
 * - `gas`: of the other limits only what is used is paid, and a tenth of the calls' rest
 * - `baseFee`: what is paid follows the chain's own, so it may fall for some blocks. Wallets offer
 *   twice the base fee
 * - `tip`: libraries offer twice what the node suggests
 * - `usualTip`: a tip of this part of the base fee is always allowed, because a node's suggestion
 *   changes much where it is little
 */
const most = { before: 125n, gas: 200n, baseFee: 300n, tip: 225n, usualTip: 10n }

/**
 * Checks that the limits of an operation are about what it needs.
 * @throws RpcRefusal
 */
export function checkNeed(limits: GasLimits, needed: GasLimits): void {
  const names = Object.keys(needed) as (keyof GasLimits)[] // all its members
  for (const name of names) {
    const room = name === 'preVerificationGas' ? most.before : most.gas
    const limit = (room * needed[name]) / 100n
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
  const ofTip = (most.tip * tip) / 100n
  const ofBaseFee = (most.usualTip * baseFee) / 100n
  const maxTip = ofTip > ofBaseFee ? ofTip : ofBaseFee
  const maxFee = (most.baseFee * baseFee) / 100n + maxTip
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
