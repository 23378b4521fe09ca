import { latinDigits } from '@latchkey/protocol/digits'

/** What is wrong with an amount that was typed or pasted. */
export type AmountFault = 'notANumber' | 'ambiguous' | 'tooManyDecimals' | 'tooLarge'

/** A typed amount: empty, an exact amount in the smallest unit, or the reason for its refusal. */
export type ParsedAmount =
  | { status: 'empty' }
  | { status: 'amount'; amount: bigint }
  | { status: 'refused'; fault: AmountFault }

/** 2^256. A valid amount is smaller than this. */
const tooLarge = 1n << 256n
/** The maximum number of decimals of a token: one byte (ERC-20). */
const maxDecimals = 255
/**
 * The maximum length of a text that is read, in characters. The largest amount with all decimals is
 * shorter.
 */
const maxCharacters = 400

/**
 * Reads an amount of whole tokens exactly:
 * - A point or a comma is the decimal separator. If the text has both, the last is the decimal
 *   separator, and the others must group digits, by threes or as in India.
 * - In the visitor's language, a sign may be a decimal or a grouping separator (`1,000` in
 *   English). Then the amount is `ambiguous`: the kit never guesses.
 * - Some regions group money with another sign than numbers (`1.234,5` and `€1,234.50` in `en-DE`).
 *   There, both point and comma may be either separator.
 * - Digits of any script are read.
 *
 * @param decimals the decimals of the token; if they are invalid, every amount is refused
 * @param locale BCP 47; it decides which signs group digits
 */
export function parseAmount(text: string, decimals: number, locale = 'en'): ParsedAmount {
  const plain = plainOf(text)
  if (plain === '') return { status: 'empty' }
  if (plain.length > maxCharacters || !/^[\d.,]*\d[\d.,]*$/.test(plain))
    return refused('notANumber')
  const parts = partsOf(plain, groupsOf(locale))
  if (typeof parts === 'string') return refused(parts)
  const [whole, fraction] = parts
  const significant = fraction.replace(/0+$/, '')
  if (!Number.isInteger(decimals) || decimals > maxDecimals || significant.length > decimals)
    return refused('tooManyDecimals')
  const amount = BigInt(whole + significant.padEnd(decimals, '0') || '0')
  return amount >= tooLarge ? refused('tooLarge') : { status: 'amount', amount }
}

const refused = (fault: AmountFault): ParsedAmount => ({ status: 'refused', fault })

/**
 * A whole amount whose digits are grouped by spaces, quotes or other signs that no language uses as
 * decimal separators. The sign must be the same throughout, and the groups by threes or as in
 * India.
 */
const grouped =
  /^(?:\d{1,3}(?<three>[\s'’_\u066c])\d{3}(?:\k<three>\d{3})*|\d{1,2}(?<two>[\s'’_\u066c])\d{2}(?:\k<two>\d{2})*\k<two>\d{3})(?=[.,]|$)/

/**
 * Returns the text with ASCII digits and separators, without spaces and signs that group digits
 * correctly. Any other space or sign stays, and makes the amount invalid.
 */
function plainOf(text: string): string {
  return latinDigits(text)
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')
    .trim()
    .replace(/[٫．。]/g, '.')
    .replace(/[，、،]/g, ',')
    .replace(grouped, (text) => text.replace(/[\s'’_\u066c]/g, ''))
}

/** Splits a text into the digits before and after the decimal separator. */
function partsOf(
  text: string,
  groups: readonly string[],
): readonly [whole: string, fraction: string] | AmountFault {
  const signs = text.match(/[.,]/g) ?? []
  const last = signs.at(-1)
  if (last === undefined) return [text, '']
  const before = text.slice(0, text.lastIndexOf(last))
  const after = text.slice(text.lastIndexOf(last) + 1)
  if (signs.length === 1)
    return groups.includes(last) && /^0*[1-9]\d{0,2}$/.test(before) && after.length === 3
      ? 'ambiguous'
      : [before, after]
  const grouped = before.includes(last) ? text : before
  const isGrouped =
    /^(\d{1,3}([.,]\d{3})+|\d{1,2}([.,]\d{2})+[.,]\d{3})$/.test(grouped) &&
    new Set(grouped.match(/[.,]/g)).size === 1
  if (!isGrouped) return 'notANumber'
  if (!before.includes(last)) return [before.replace(/[.,]/g, ''), after] // such as 1,234.5
  return [text.replace(/[.,]/g, ''), ''] // such as 1,234,567
}

/**
 * Returns the grouping separators of a language, in numbers and in money; a comma if the language
 * has none. For money it uses the euro, whose separators are those of the region; other currencies
 * may have separators of their own.
 */
export function groupsOf(locale: string): readonly string[] {
  // each key in an amount's field asks for the same language, and making formats takes long
  if (last?.locale !== locale) last = { locale, groups: findGroups(locale) }
  return last.groups
}

let last: { locale: string; groups: readonly string[] } | undefined

function findGroups(locale: string): readonly string[] {
  return [{}, { style: 'currency', currency: 'EUR' }].map((style) => {
    // the cast: the types do not know 'always', which is of ES2023
    const options = { ...style, useGrouping: 'always' } as unknown as Intl.NumberFormatOptions
    return (
      new Intl.NumberFormat(locale, options)
        .formatToParts(1234567)
        .find(({ type }) => type === 'group')?.value ?? ','
    )
  })
}
