const marks = /[\u200e\u200f\u061c]/g

/** A decimal string with all its decimals, as the language writes it: what is signed is shown whole. */
export function formatExact(quantity: string, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(quantity as `${number}`).replace(marks, '') // exact: a decimal string is not turned into a float
}

/** A sum with an estimate in it, to six decimals. */
export function formatSum(quantity: string, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(quantity as `${number}`).replace(marks, '')
}

/** A fee, to three digits that say something. */
export function formatFee(quantity: string, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }).format(quantity as `${number}`).replace(marks, '')
}
