import { parseAmount } from './parseAmount.ts'
import type { ParsedAmount } from './parseAmount.ts'
import { directionMarks, withoutUnit } from './withoutUnit.ts'

/**
 * Symbols that could be a part of the number: words for hundreds, thousands, millions and so on in
 * several languages, an exponent, a number base.
 */
const multiplier =
  /^(?:k+|m|mm|mn|mln|mio|mil|mille|mila|b|bn|bln|bi|md|mld|mrd|t|tn|trn|tr|tsd|tys|g|l|lk|cr|e|x|h|dozen|hundreds?|thousands?|millions?|billions?|trillions?|milli(?:on(?:en)?|ard|arden)|mili[oó]n|lakhs?|lac|crores?|ribu|juta|miliar|bin|milyon|milyar|ngh[iì]n|ngàn|tri[eệ]u|t[yỷ]|тис|тыс|тысяч|млн|млрд|พัน|หมื่น|แสน|ล้าน|हज़ार|लाख|करोड़|হাজার|লাখ|কোটি|ألف|آلاف|مليون|مليار|ہزار|لاکھ|کروڑ|هزار|میلیون|[十百千万萬亿億兆천만억조])$/iu
/** Mathematical signs, including every kind of minus, and signs that only modify a letter. */
const sign = /^[\p{Sm}\p{Sk}\u207b\u208b-]*$/u

/**
 * Reads an amount of a token as `parseAmount` does. The token's symbol may stand before or after it
 * (`1,000.50 USDC`), in upper or lower case. Any other symbol makes the amount invalid. A contract
 * chooses its symbol, which could change the meaning of the number. So these symbols are not
 * accepted:
 * - a symbol without a letter or a sign
 * - a symbol that consists of mathematical signs
 * - a symbol that could mean a multiple
 * - a symbol with digits (`1INCH`), unless a space separates it from the number
 *
 * @param locale BCP 47
 */
export function readAmount(
  text: string,
  { symbol, decimals }: { symbol: string; decimals: number },
  locale: string,
): ParsedAmount {
  const unit = symbol.replace(directionMarks, '').trim()
  const isUnit =
    /[\p{L}\p{S}]/u.test(unit) && !sign.test(unit) && !multiplier.test(unit.normalize('NFC'))
  return parseAmount(
    isUnit ? withoutUnit(text, [unit], !/^[\p{L}\p{S}]+$/u.test(unit)) : text,
    decimals,
    locale,
  )
}
