import type { SwapOffer, SwapOrder } from '../../../core/contracts/facets/swap.ts'

/**
 * Formats the price of one paid token in received tokens, in the form of the language, to six
 * significant digits. It is only shown; no amount is computed from it.
 */
export function rateOf(
  { amount, from, to }: Pick<SwapOrder, 'amount' | 'from' | 'to'>,
  { arrives }: Pick<SwapOffer, 'arrives'>,
  locale: string,
): string {
  // divided as integers, because each amount may be too large for a number
  const scaled =
    (arrives * 10n ** BigInt(from.decimals) * 10n ** 18n) / (amount * 10n ** BigInt(to.decimals))
  const format = new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 })
  return `${format.format(1)} ${from.symbol} = ${format.format(Number(scaled) / 1e18)} ${to.symbol}`.replace(
    /[\u200e\u200f\u061c]/g,
    '',
  )
}
