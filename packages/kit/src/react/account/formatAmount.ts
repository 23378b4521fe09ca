import * as counts from '@latchkey/protocol/counts'
import type { Currency } from '@latchkey/protocol/currencies'

/**
 * Invisible direction marks, which Intl adds in some languages. They are removed, so that a copied
 * amount does not contain them. The component that shows the amount isolates its direction instead.
 */
const marks = /[\u200e\u200f\u061c]/g

/** The formats that were made. There are few: one for each currency that was shown. */
const made: { [key: string]: Intl.NumberFormat } = {}

/** Returns a format of numbers. It is made once, because making it takes longer than formatting. */
const numberFormat = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  (made[locale + JSON.stringify(options)] ??= new Intl.NumberFormat(locale, options))

/**
 * Formats a decimal string of whole tokens with exactly three decimals; further decimals are cut,
 * never rounded up. A positive amount below 0.001 becomes "<0.001". See
 * docs/contracts/product.md#amounts-and-addresses.
 */
export function formatQuantity(quantity: string, locale: string): string {
  const digits = counts.quantityDecimals
  const format = numberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions) // `roundingMode` is ES2023
  const [whole = '0', fraction = ''] = quantity.split('.')
  const isTiny =
    /^-?0*$/.test(whole) && /[1-9]/.test(fraction) && !/[1-9]/.test(fraction.slice(0, digits))
  if (isTiny) return `<${format.format(10 ** -digits)}`
  // Intl formats a decimal string exactly; a number would lose digits
  return format.format(quantity as `${number}`).replace(marks, '')
}

/**
 * Formats an amount of a currency. An amount that is too small to show becomes "<$0.01".
 * @param currency
 * @default 'usd'
 */
export function formatFiat(value: number, locale: string, currency: Currency = 'usd'): string {
  const min = minShown(currency)
  const isTiny = value > 0 && value < min
  return (
    (isTiny ? '<' : '') +
    formatOf(locale, currency)
      .format(isTiny ? min : value)
      .replace(marks, '')
  )
}

/** The smallest amount of a currency that is shown: a cent, a yen, a satoshi. */
export function minShown(currency: Currency): number {
  return 10 ** -(formatOf('en', currency).resolvedOptions().maximumFractionDigits ?? 2)
}

/**
 * Returns the number format of a currency. A coin gets more decimals than Intl would show. Only the
 * US dollar is shown as `$` in every language; other dollars keep a distinct sign such as `A$`.
 */
function formatOf(locale: string, currency: Currency): Intl.NumberFormat {
  const isCoin = currency === 'btc' || currency === 'eth'
  return numberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: currency === 'usd' ? 'narrowSymbol' : 'symbol',
    ...(isCoin && { maximumFractionDigits: currency === 'btc' ? 8 : 6 }),
  })
}
