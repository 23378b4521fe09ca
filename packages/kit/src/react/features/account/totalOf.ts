import type { Balance } from '../../../core/contracts/balance.ts'

/**
 * Returns the value of all tokens that have a known price and are on a token list. An account
 * without tokens has the value 0. It is undefined, not 0, if none of the tokens has a price, or if
 * some balances could not be read (`isPartial`): the sum of the rest is not the total.
 */
export function totalOf(balances: readonly Balance[], isPartial: boolean): number | undefined {
  if (isPartial) return undefined
  const values = balances.flatMap(({ value, isUnverified }) =>
    value === undefined || isUnverified ? [] : [value],
  )
  if (values.length === 0) return balances.length === 0 ? 0 : undefined
  return values.reduce((sum, value) => sum + value, 0)
}
