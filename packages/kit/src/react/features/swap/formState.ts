import { KitError } from '../../../core/errors/KitError.ts'
import { isUnpaid } from './useSwap.ts'
import type { Swap } from './useSwap.ts'

/** The state of the form: what is missing or wrong, or `ready` for the review. */
export type FormState =
  | 'select'
  | 'enterAmount'
  | 'insufficient'
  | 'finding'
  | 'noLiquidity'
  | 'unsupported'
  | 'noPrices'
  | 'offline'
  | 'noFee'
  | 'ready'

/**
 * Returns the state of the form, which the button shows: the first state whose condition is met.
 */
export function formStateOf(swap: Swap, isOnline: boolean): FormState {
  const { from, to, amount, offer, spendable, error } = swap
  if (!to) return 'select'
  if (amount === 0n) return 'enterAmount'
  if (swap.isShort) return 'insufficient'
  if (swap.isFinding) return 'finding'
  if (KitError.is(error, 'liquidityMissing')) return 'noLiquidity'
  if (KitError.is(error, 'swapsUnsupported')) return 'unsupported'
  if (error) return isOnline ? 'noPrices' : 'offline'
  if (!offer) return 'finding'
  return isUnpaid(offer, from, amount, spendable) ? 'noFee' : 'ready'
}
