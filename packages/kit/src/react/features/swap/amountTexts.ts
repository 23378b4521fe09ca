import type { SwapToken } from '../../../core/contracts/facets/swap.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { formatExact, formatFee } from '../../account/formatExact.ts'

type Token = Pick<SwapToken, 'decimals' | 'symbol'>

/** Formats an amount with all its decimals and its symbol. */
export const exactText = (amount: bigint, { decimals, symbol }: Token, locale: string): string =>
  `${formatExact(formatUnits(amount, decimals), locale)} ${symbol}`

/**
 * Cuts an amount to six decimals. An amount below 1 keeps more decimals if it would otherwise have
 * fewer than three significant digits. It never rounds up, so it never shows more than there is.
 */
export function cutSum(amount: bigint, decimals: number): string {
  const [whole = '0', fraction = ''] = formatUnits(amount, decimals).split('.')
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  return `${whole}.${fraction.slice(0, /[1-9]/.test(whole) ? 6 : Math.max(6, zeros + 3))}`
}

/** Formats an expected amount with its symbol. {@link cutSum} cuts it. */
export const sumText = (amount: bigint, { decimals, symbol }: Token, locale: string): string =>
  `${formatExact(cutSum(amount, decimals), locale)} ${symbol}`

/** Formats a fee with its symbol, to three significant digits. */
export const feeText = (amount: bigint, { decimals, symbol }: Token, locale: string): string =>
  `${formatFee(formatUnits(amount, decimals), locale)} ${symbol}`
