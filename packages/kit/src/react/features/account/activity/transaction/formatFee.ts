/** Marks of direction that Intl puts in for some languages; whoever shows an amount isolates it instead. */
const marks = /[\u200e\u200f\u061c]/g

/** What a transaction cost, a decimal string, to six digits that say something: here is room for what a row calls less than can be shown. */
export function formatFee(quantity: string, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 }).format(quantity as `${number}`).replace(marks, '')
}
