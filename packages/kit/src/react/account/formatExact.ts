const marks = /[\u200e\u200f\u061c]/g

/**
 * Formats a decimal string with all its decimals in the form of the language. The visitor signs
 * this amount, so it is shown in full. Intl alone would cut decimals.
 */
export function formatExact(quantity: string, locale: string): string {
  const [whole = '0', fraction = ''] = quantity.split('.')
  const format = new Intl.NumberFormat(locale)
  const digits = fraction.replace(/0+$/, '').replace(/\d/g, (digit) => format.format(Number(digit)))
  return (format.format(BigInt(whole)) + (digits && separatorOf(locale) + digits)).replace(
    marks,
    '',
  )
}

/** The decimal separator of a language. */
export function separatorOf(locale: string): string {
  return (
    new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')
      ?.value ?? '.'
  )
}

/**
 * Formats a sum that contains an estimate. It is rounded to six decimals. A coin with at most eight
 * is shown to its smallest unit, as the wallet shows it.
 * @param decimals
 * @default a coin with more than eight
 */
export function formatSum(quantity: string, locale: string, decimals = Infinity): string {
  return format(quantity, locale, digitsOf(decimals) ?? { maximumFractionDigits: 6 })
}

/**
 * Formats a fee to three significant digits; of a coin with at most eight decimals to its smallest
 * unit, as the wallet shows it.
 * @param decimals
 * @default a coin with more than eight
 */
export function formatFee(quantity: string, locale: string, decimals = Infinity): string {
  return format(quantity, locale, digitsOf(decimals) ?? { maximumSignificantDigits: 3 })
}

/** The decimals of a coin that is shown to its smallest unit, such as BTC; else undefined. */
const digitsOf = (decimals: number): Intl.NumberFormatOptions | undefined =>
  decimals <= 8 ? { maximumFractionDigits: decimals } : undefined

const format = (quantity: string, locale: string, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(locale, options).format(quantity as `${number}`).replace(marks, '')
