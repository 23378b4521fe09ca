import type { Currency } from '@latchkey/protocol/currencies'
import type { Balance } from '../../../core/contracts/balance.ts'
import { minShown } from '../../account/formatAmount.ts'

/**
 * Splits the tokens into those that are shown and those that are hidden at first. A token is hidden
 * if its value is too small to show, or if no token list contains it. The native token and a listed
 * token without a known price are never hidden.
 */
export function splitTokens(
  balances: readonly Balance[],
  currency: Currency,
): { shown: readonly Balance[]; hidden: readonly Balance[] } {
  const min = minShown(currency)
  const isHidden = ({ address, value, isUnverified }: Balance) =>
    address !== undefined && (isUnverified === true || (value !== undefined && value < min))
  return {
    shown: balances.filter((balance) => !isHidden(balance)),
    hidden: balances.filter(isHidden),
  }
}
