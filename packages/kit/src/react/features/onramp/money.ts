/**
 * Invisible direction marks, which Intl adds in some languages. They are removed. The component
 * that shows an amount isolates its direction instead.
 */
const marks = /[\u200e\u200f\u061c]/g

/**
 * Formats a decimal string of a currency (ISO 4217), rounded to the currency's decimals. With
 * `isShort`, a whole amount has no decimals.
 */
export function formatMoney(
  amount: string,
  currency: string,
  locale: string,
  { isShort = false } = {},
): string {
  const isWhole = isShort && /^\d+(\.0*)?$/.test(amount)
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: currency === 'USD' ? 'narrowSymbol' : 'symbol',
    ...(isWhole && { minimumFractionDigits: 0, maximumFractionDigits: 0 }),
  })
  // Intl formats a decimal string exactly; a number would lose digits
  return format.format(amount as `${number}`).replace(marks, '')
}

/** The number of decimals of a currency. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2

/** Returns the sign of a currency in a language, such as `$` or `€`. */
export function signOf(currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: currency === 'USD' ? 'narrowSymbol' : 'symbol',
  })
  return (
    format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  ).replace(marks, '')
}

/** Returns the name of a currency in a language, or its code if the name is unknown. */
export function currencyName(currency: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'currency' }).of(currency) ?? currency
  } catch {
    return currency // the browser does not support the language
  }
}

/**
 * Formats an amount of tokens with their symbol. An amount below 1000 keeps more decimals than the
 * usual three, so that offers for a token of high value can be compared; a larger one keeps two.
 * Further decimals are cut.
 */
export function formatTokens(amount: string, symbol: string, locale: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  const digits =
    whole.length > 3
      ? 2
      : /^0*$/.test(whole)
        ? Math.min(12, 4 + (/^0*/.exec(fraction)?.[0].length ?? 0))
        : 4
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.max(2, digits),
    roundingMode: 'trunc',
  } as Intl.NumberFormatOptions) // `roundingMode` is ES2023
  // Intl formats a decimal string exactly; a number would lose digits
  return `${format.format(amount as `${number}`).replace(marks, '')} ${symbol}`
}

const steps = [25, 50, 100, 250, 500, 1_000] as const

/**
 * Returns up to four whole amounts for the buttons. They are within the limits of a payment method.
 */
export function presetsOf({ min, max }: { min: string; max: string }): readonly string[] {
  const [smallest, largest] = [Number(min), Number(max)]
  for (let scale = 1; scale <= 1e6; scale *= 10) {
    const within = steps
      .map((step) => step * scale)
      .filter((amount) => amount >= smallest && amount <= largest)
    if (within.length >= 3 || (within.length > 0 && steps[0] * scale >= smallest))
      return within.slice(0, 4).map(String)
  }
  return []
}
