import type { Currency } from '@latchkey/protocol/currencies'
import type { Balance } from '../../../core/balance.ts'
import { leastShown } from '../../account/formatAmount.ts'

/**
 * Tokens to show, and those to hide until somebody asks: worth less than can be shown, or in nobody's list. The native token is
 * never hidden, and nothing is small whose price nobody knows.
 */
export function splitTokens(balances: readonly Balance[], currency: Currency): { shown: readonly Balance[]; hidden: readonly Balance[] } {
  const least = leastShown(currency)
  const isHidden = ({ address, value, isUnverified }: Balance) => address !== undefined && (isUnverified === true || (value !== undefined && value < least))
  return { shown: balances.filter((one) => !isHidden(one)), hidden: balances.filter(isHidden) }
}
