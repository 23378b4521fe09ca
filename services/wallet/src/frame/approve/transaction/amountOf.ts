import { fill } from '../../ui/fill.ts'
import { formatAmount } from '../formatAmount.ts'
import type { Token } from './loadTokens.ts'
import type { messages } from './messages.ts'

/** The texts of effects, in the visitor's language. */
export type EffectWords = (typeof messages)['texts']

/**
 * An exact amount. For a token without decimals it is the number of smallest units, and the text
 * says so.
 */
export function amountOf(amount: bigint, token: Token | undefined, words: EffectWords): string {
  if (token?.isCollection)
    return fill(words.number, { id: String(amount), name: nameOf(token, words) })
  if (token?.decimals === undefined)
    return fill(words.units, { amount: formatAmount(amount, 0), name: nameOf(token, words) })
  return `${formatAmount(amount, token.decimals)} ${nameOf(token, words)}`
}

/** The name that a contract claims. */
export const nameOf = (token: Token | undefined, words: EffectWords): string =>
  token?.symbol ?? words.someToken

/**
 * Leaves out the middle of a whole number that is too long to read. Never use it for a piece's
 * number or a token's amount: an attacker can make other numbers that begin and end alike.
 */
export function short(number: bigint): string {
  const digits = String(number)
  return digits.length > 20 ? `${digits.slice(0, 6)}…${digits.slice(-6)}` : digits
}

/** A piece of a collection by its number, or several pieces with the same number. */
export function pieceOf(
  { id, amount }: { id: bigint; amount: bigint },
  token: Token | undefined,
  words: EffectWords,
): string {
  const piece = fill(words.number, { id: String(id), name: nameOf(token, words) })
  return amount === 1n ? piece : `${formatAmount(amount, 0)} × ${piece}`
}
