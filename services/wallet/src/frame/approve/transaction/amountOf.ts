import { fill } from '../../ui/fill.ts'
import { formatUnits } from '../formatUnits.ts'
import type { Token } from './loadTokens.ts'
import type { messages } from './messages.ts'

/** The texts of effects, in the visitor's language. */
export type EffectWords = (typeof messages)['texts']

/** An exact amount; of a token without decimals the bare number of units, said to be that. */
export function amountOf(amount: bigint, token: Token | undefined, words: EffectWords): string {
  if (token?.isCollection)
    return fill(words.number, { id: String(amount), name: nameOf(token, words) })
  if (token?.decimals === undefined)
    return fill(words.units, { amount: formatUnits(amount, 0), name: nameOf(token, words) })
  return `${formatUnits(amount, token.decimals)} ${nameOf(token, words)}`
}

/** What a contract calls itself. */
export const nameOf = (token: Token | undefined, words: EffectWords): string =>
  token?.symbol ?? words.someToken

/**
 * A whole number; one that nobody could read is cut in the middle. Never for the number of a piece,
 * or an amount of a token: others can be made that begin and end alike.
 */
export function short(number: bigint): string {
  const digits = String(number)
  return digits.length > 20 ? `${digits.slice(0, 6)}…${digits.slice(-6)}` : digits
}

/** A piece of a collection, or some of them, by its number. */
export function pieceOf(
  { id, amount }: { id: bigint; amount: bigint },
  token: Token | undefined,
  words: EffectWords,
): string {
  const piece = fill(words.number, { id: String(id), name: nameOf(token, words) })
  return amount === 1n ? piece : `${formatUnits(amount, 0)} × ${piece}`
}
