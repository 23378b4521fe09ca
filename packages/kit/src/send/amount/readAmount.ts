import { parseAmount } from './parseAmount.ts'
import type { ParsedAmount } from './parseAmount.ts'
import { directionMarks, withoutUnit } from './withoutUnit.ts'

/** Symbols that could be read as a part of the number: words for thousands, millions and the like, an exponent, a base. */
const multiplier = /^(?:k|m|mm|mn|mio|mil|b|bn|bi|mrd|t|tn|tr|g|l|lk|cr|e|x|h|[十百千万萬亿億兆천만억조])$/iu

/**
 * Reads an amount of a token as `parseAmount` does, also with the token's symbol before or behind it (`1,000.50 USDC`), in either case. Another symbol is no number. A symbol is what a contract says: one without a letter or a
 * sign is never left out, nor is one that could mean a multiple; one with digits (`1INCH`) only where a space parts it from the number.
 * @param locale BCP 47
 */
export function readAmount(text: string, { symbol, decimals }: { symbol: string; decimals: number }, locale: string): ParsedAmount {
  const unit = symbol.replace(directionMarks, '').trim()
  const isUnit = /[\p{L}\p{S}]/u.test(unit) && !/^[+~^<>=|`´¨¯-]*$/.test(unit) && !multiplier.test(unit)
  return parseAmount(isUnit ? withoutUnit(text, [unit], !/^[\p{L}\p{S}]+$/u.test(unit)) : text, decimals, locale)
}
