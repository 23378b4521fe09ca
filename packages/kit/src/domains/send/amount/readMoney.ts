import { groupsOf, parseAmount } from './parseAmount.ts'
import type { ParsedAmount } from './parseAmount.ts'
import { directionMarks, withoutUnit } from './withoutUnit.ts'

/**
 * Reads an amount of a currency as `parseAmount` does. The currency's sign or code may stand before
 * or after it, or both (`$1,000.50 USD`), as the modal shows it. Another currency's sign makes the
 * amount invalid.
 * @param currency ISO 4217, upper or lower case
 * @param digits the maximum number of digits after the decimal separator
 * @param locale BCP 47
 */
export function readMoney(
  text: string,
  currency: string,
  digits: number,
  locale: string,
): ParsedAmount {
  const number = withoutUnit(text, signsOf(currency, locale))
  return parseAmount(digits === 0 ? withoutGroups(number, locale) : number, digits, locale)
}

/**
 * Removes the signs that group a whole number in a language. Only for a currency without a smaller
 * unit: its amounts have no decimals, so every sign groups digits.
 */
function withoutGroups(text: string, locale: string): string {
  const [, sign] = /^\s*[1-9]\d{0,2}(?:([.,])\d{3})+\s*$/.exec(text) ?? []
  return sign !== undefined && groupsOf(locale).includes(sign) ? text.replaceAll(sign, '') : text
}

/**
 * Returns the notations of a currency in a language. The longest is first, because a shorter one
 * may be its end (`$` and `US$`).
 */
function signsOf(currency: string, locale: string): readonly string[] {
  const parts = (['symbol', 'narrowSymbol', 'code'] as const).map((currencyDisplay) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).formatToParts(
      0,
    ),
  )
  const signs = parts.flatMap((part) =>
    part
      .filter(({ type }) => type === 'currency')
      .map(({ value }) => value.replace(directionMarks, '')),
  )
  return signs.sort((a, b) => b.length - a.length)
}
