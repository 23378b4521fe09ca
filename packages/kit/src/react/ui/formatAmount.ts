import * as counts from '@latchkey/protocol/counts'

/** Marks of direction that Intl puts in for some languages; whoever shows an amount isolates it instead, and a copied one is clean. */
const marks = /[\u200e\u200f\u061c]/g

/** A decimal string of whole tokens with exactly three decimals, cut, never rounded up; "<0.001" for less than that (spec section 5). */
export function formatQuantity(quantity: string, locale: string): string {
  const digits = counts.quantityDecimals
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, roundingMode: 'trunc' } as Intl.NumberFormatOptions) // ES2023
  const [whole = '0', fraction = ''] = quantity.split('.')
  const isTiny = /^-?0*$/.test(whole) && /[1-9]/.test(fraction) && !/[1-9]/.test(fraction.slice(0, digits))
  if (isTiny) return `<${format.format(10 ** -digits)}`
  return format.format(quantity as `${number}`).replace(marks, '') // exact: a decimal string is not turned into a float
}

/** An amount in US dollars; "<$0.01" for less than a cent. */
export function formatFiat(value: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' })
  const isTiny = value > 0 && value < 0.01
  return (isTiny ? '<' : '') + format.format(isTiny ? 0.01 : value).replace(marks, '')
}
