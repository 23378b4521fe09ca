/**
 * Direction marks that Intl adds for some languages; the component that shows an amount isolates it
 * instead.
 */
const marks = /[\u200e\u200f\u061c]/g

/**
 * A fee, a decimal string, to six significant digits: here is room for amounts that a row only
 * shows as less than the least.
 */
export function formatFee(quantity: string, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 })
    .format(quantity as `${number}`)
    .replace(marks, '')
}
