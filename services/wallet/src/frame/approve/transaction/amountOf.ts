import { fill } from '../../ui/fill.ts'
import { formatUnits } from '../formatUnits.ts'
import type { Token } from './loadTokens.ts'
import { messages } from './messages.ts'

/** An exact amount; of a token without decimals the bare number of units, said to be that. */
export function amountOf(amount: bigint, token: Token | undefined): string {
  if (token?.isCollection) return fill(messages.number, { id: short(amount), name: nameOf(token) })
  if (token?.decimals === undefined) return fill(messages.units, { amount: short(amount), name: nameOf(token) })
  return `${formatUnits(amount, token.decimals)} ${nameOf(token)}`
}

/** What a contract calls itself. */
export const nameOf = (token: Token | undefined): string => token?.symbol ?? messages.someToken

/** A whole number; one that nobody could read is cut in the middle. */
export function short(number: bigint): string {
  const digits = String(number)
  return digits.length > 20 ? `${digits.slice(0, 6)}…${digits.slice(-6)}` : digits
}

/** A piece of a collection, or some of them, by its number. */
export function pieceOf({ id, amount }: { id: bigint; amount: bigint }, token: Token | undefined): string {
  const piece = fill(messages.number, { id: short(id), name: nameOf(token) })
  return amount === 1n ? piece : `${short(amount)} × ${piece}`
}
