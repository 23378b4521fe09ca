/**
 * Invisible direction marks, which Intl adds in some languages. They are removed. The component
 * that shows the fee isolates its direction instead.
 */
const marks = /[\u200e\u200f\u061c]/g

/**
 * Formats a fee, a decimal string, to six significant digits. A row of the list shows a small
 * amount only as "less than"; this screen has room for more digits.
 */
export function formatFee(quantity: string, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 })
    .format(quantity as `${number}`)
    .replace(marks, '')
}
