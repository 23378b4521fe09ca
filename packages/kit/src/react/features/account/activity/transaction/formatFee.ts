/**
 * Direction marks that Intl adds for some languages. The component that shows an amount isolates it
 * instead.
 */
const marks = /[\u200e\u200f\u061c]/g

/**
 * Formats a fee, a decimal string, to six significant digits. There is room here for amounts that a
 * row shows as "less than".
 */
export function formatFee(quantity: string, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 })
    .format(quantity as `${number}`)
    .replace(marks, '')
}
