import * as counts from '@latchkey/protocol/counts'
import type { Currency } from '@latchkey/protocol/currencies'

/**
 * Direction marks that Intl adds for some languages. They are removed, so that a copied amount has
 * none; the component that shows an amount isolates it instead.
 */
const marks = /[\u200e\u200f\u061c]/g

/**
 * Formats a decimal string of whole tokens with exactly three decimals, cut, never rounded up. An
 * amount below that is "<0.001". See docs/contracts/product.md#amounts-and-addresses.
 */
export function formatQuantity(quantity: string, locale: string): string {
  const digits = counts.quantityDecimals
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions) // ES2023
  const [whole = '0', fraction = ''] = quantity.split('.')
  const isTiny =
    /^-?0*$/.test(whole) && /[1-9]/.test(fraction) && !/[1-9]/.test(fraction.slice(0, digits))
  if (isTiny) return `<${format.format(10 ** -digits)}`
  // exact: a decimal string is not converted to a float
  return format.format(quantity as `${number}`).replace(marks, '')
}

/**
 * Formats an amount of a currency; an amount that is too small to show is "<$0.01".
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

/** The smallest shown amount of a currency: a cent, a yen, a satoshi. */
export function minShown(currency: Currency): number {
  return 10 ** -(formatOf('en', currency).resolvedOptions().maximumFractionDigits ?? 2)
}

/**
 * Returns the format of a currency. A coin has more digits than Intl would show. The US dollar
 * alone has the plain `$` in every language; other dollars have a distinct sign.
 */
function formatOf(locale: string, currency: Currency): Intl.NumberFormat {
  const isCoin = currency === 'btc' || currency === 'eth'
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: currency === 'usd' ? 'narrowSymbol' : 'symbol',
    ...(isCoin && { maximumFractionDigits: currency === 'btc' ? 8 : 6 }),
  })
}
