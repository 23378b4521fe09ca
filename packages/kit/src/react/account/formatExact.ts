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

/** Formats a sum that contains an estimate. It is rounded to six decimals. */
export function formatSum(quantity: string, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
    .format(quantity as `${number}`)
    .replace(marks, '')
}

/** Formats a fee to three significant digits. */
export function formatFee(quantity: string, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 })
    .format(quantity as `${number}`)
    .replace(marks, '')
}
