/** What is wrong with an amount that somebody typed or pasted. */
export type AmountFault = 'notANumber' | 'ambiguous' | 'tooManyDecimals' | 'tooLarge'

/** An amount as it was typed: nothing yet, an exact one in the smallest unit, or why it is none. */
export type ParsedAmount = { status: 'empty' } | { status: 'amount'; amount: bigint } | { status: 'refused'; fault: AmountFault }

/** More than anything can hold: 2^256. */
const tooLarge = 1n << 256n
/** Decimals that a token can have: a byte, ERC-20. */
const mostDecimals = 255
/** Characters that are looked at; the largest amount with all decimals has fewer. */
const mostCharacters = 400

/**
 * Reads an amount of whole tokens, exactly. Point and comma are decimal separators; where both stand, the last one is, and the
 * others must group by threes. One that could be either in the visitor's language (`1,000` in English) is `ambiguous`: nobody's
 * money is guessed at. Digits of any keyboard count.
 * @param decimals of the token; no amount can be entered of one whose decimals are none
 * @param locale BCP 47, says which sign groups
 */
export function parseAmount(text: string, decimals: number, locale = 'en'): ParsedAmount {
  const plain = plainOf(text)
  if (plain === '') return { status: 'empty' }
  if (plain.length > mostCharacters || !/^[\d.,]*\d[\d.,]*$/.test(plain)) return refused('notANumber')
  const parts = partsOf(plain, groupOf(locale))
  if (typeof parts === 'string') return refused(parts)
  const [whole, fraction] = parts
  const kept = fraction.replace(/0+$/, '')
  if (!Number.isInteger(decimals) || decimals > mostDecimals || kept.length > decimals) return refused('tooManyDecimals')
  const amount = BigInt(whole + kept.padEnd(decimals, '0') || '0')
  return amount >= tooLarge ? refused('tooLarge') : { status: 'amount', amount }
}

const refused = (fault: AmountFault): ParsedAmount => ({ status: 'refused', fault })

/** ASCII digits and separators of what other keyboards write, without spaces and the signs that some languages group with. */
function plainOf(text: string): string {
  return text
    .replace(/[\s\u00a0\u202f'’_\u066c\u200e\u200f\u061c\u2066-\u2069]/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[٫．。]/g, '.')
    .replace(/[，、]/g, ',')
}

/** Digits before and after the decimal separator. */
function partsOf(text: string, group: string): readonly [whole: string, fraction: string] | AmountFault {
  const signs = text.match(/[.,]/g) ?? []
  const last = signs.at(-1)
  if (last === undefined) return [text, '']
  const before = text.slice(0, text.lastIndexOf(last))
  const after = text.slice(text.lastIndexOf(last) + 1)
  if (signs.length === 1) return last === group && /^[1-9]\d{0,2}$/.test(before) && after.length === 3 ? 'ambiguous' : [before, after]
  const isGrouped = /^\d{1,3}([.,]\d{3})+$/.test(before) && new Set(before.match(/[.,]/g)).size === 1
  if (!isGrouped) return 'notANumber'
  if (!before.includes(last)) return [before.replace(/[.,]/g, ''), after] // 1,234.5
  return after.length === 3 ? [text.replace(/[.,]/g, ''), ''] : 'notANumber' // 1,234,567
}

/** What separates thousands in a language, as far as it can be taken for a decimal separator. */
function groupOf(locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: 'always' } as unknown as Intl.NumberFormatOptions).formatToParts(1234567).find(({ type }) => type === 'group')?.value ?? ',' // 'always' is ES2023
}
