import type { RequestedTransaction } from '../../rpc/readTransaction.ts'
import type { Effect } from '../decode/Effect.ts'
import { isUnknown } from '../verdicts.ts'
import type { RequestKind } from '../verdicts.ts'
import { describeEffect } from './describeEffect.ts'
import type { DescribeOptions } from './describeEffect.ts'
import type { Estimate } from './estimate.ts'
import { isLargeFee } from './isLargeFee.ts'
import type { Grant } from './simulate/Simulation.ts'
import { effectsIn, unreportedGrants } from './simulate/unreportedGrants.ts'

/** The risks that a visitor has to know before approving transactions. */
export type Risks = {
  /**
   * The visitor has to tick a box: there is another risk in this list, a dangerous effect, or an
   * unknown effect.
   */
  isRisky: boolean
  /** The site's fee is out of proportion. */
  isExpensive: boolean
  /** There is no code at the called address. */
  isEmptyCall: boolean
  /** Wei that are paid to calls that take no payment. */
  additionalPayment: bigint
  /** The site's transaction number is not the account's next number. */
  otherNumber: { requested: number; next: number } | undefined
  /** Rights that the simulation found and the data does not show. */
  grants: readonly Grant[]
}

type Parts = {
  transactions: readonly RequestedTransaction[]
  effects: readonly Effect[]
  cost: Estimate | undefined
  options: DescribeOptions
}

/** A call's kind in the table of verdicts. */
export function kindOfCall(effect: Effect): RequestKind {
  const kinds = effectsIn(effect).map(({ kind }) => kind)
  return kinds.includes('unknown')
    ? 'otherCall'
    : kinds.includes('create')
      ? 'creation'
      : 'knownCall'
}

/**
 * The risks of transactions. A simulation can add a risk and never removes a risk, because a
 * contract can distinguish a simulation from a block.
 */
export function risksOf({ transactions, effects, cost, options }: Parts): Risks {
  const value = transactions.reduce((sum, transaction) => sum + transaction.value, 0n)
  const isExpensive =
    cost !== undefined &&
    isLargeFee({
      fee: cost.fee,
      usual: cost.usualFee,
      value,
      decimals: options.network.currency.decimals,
    })
  const grants = unreportedGrants(cost?.simulation?.grants ?? [], effects)
  // a call to an address without code does nothing, and its payment stays there
  const isEmptyCall = transactions.some(
    ({ to, data }) =>
      to !== undefined && data !== '0x' && options.tokens.get(to)?.isContract === false,
  )
  const additionalPayment = transactions.reduce(
    (sum, transaction, index) => (takesNoPayment(effects[index]) ? sum + transaction.value : sum),
    0n,
  )
  const otherNumber = otherNumberOf(transactions[0]?.nonce, cost?.next)
  const isDanger = effects
    .flatMap(effectsIn)
    .some((effect) => describeEffect(effect, options).level === 'danger')
  const hasUnknown = effects.some((effect) => isUnknown(kindOfCall(effect)))
  return {
    isExpensive,
    isEmptyCall,
    additionalPayment,
    otherNumber,
    grants,
    isRisky:
      hasUnknown ||
      isDanger ||
      isExpensive ||
      isEmptyCall ||
      additionalPayment > 0n ||
      otherNumber !== undefined ||
      grants.length > 0 ||
      cost?.failure !== undefined,
  }
}

/** Whether a transaction pays a value that its description does not name. */
export const hasUnnamedValue = (
  { value }: RequestedTransaction,
  effect: Effect | undefined,
): boolean => value > 0n && effect?.kind !== 'plain' && effect?.kind !== 'wrap'

/** Whether a call is known and does not need the chain's currency for its known effect. */
const takesNoPayment = (effect: Effect | undefined): boolean =>
  effect !== undefined && !['plain', 'wrap', 'create', 'unknown'].includes(effect.kind)

function otherNumberOf(
  requested: number | undefined,
  next: bigint | undefined,
): Risks['otherNumber'] {
  return requested === undefined || next === undefined || BigInt(requested) === next
    ? undefined
    : { requested, next: Number(next) }
}
