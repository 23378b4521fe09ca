import { groupsOf, parseAmount } from './parseAmount.ts'
import type { ParsedAmount } from './parseAmount.ts'
import { directionMarks, withoutUnit } from './withoutUnit.ts'

/**
 * Reads an amount of a currency as `parseAmount` does, also with the currency's sign or code before
 * or after it, or both (`$1,000.50 USD`), as the modal shows it. Another currency's sign makes it
 * invalid.
 * @param currency ISO 4217, upper or lower case
 * @param digits after the point
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
 * Removes the signs that group a whole number in a language. It is only for a currency without a
 * smaller unit, in which no sign can start decimals.
 */
function withoutGroups(text: string, locale: string): string {
  const [, sign] = /^\s*[1-9]\d{0,2}(?:([.,])\d{3})+\s*$/.exec(text) ?? []
  return sign !== undefined && groupsOf(locale).includes(sign) ? text.replaceAll(sign, '') : text
}

/**
 * Returns the notations of a currency in a language, the longest first: a sign may be the end of
 * another one (`US$`).
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
