import type { Balance } from '../../../core/contracts/balance.ts'

/**
 * Returns the value of all tokens with a known price, except tokens that no list has. Undefined,
 * not zero, if no token has a price, or if some balances could not be read (`isPartial`): the sum
 * of the others is not the total.
 */
export function totalOf(balances: readonly Balance[], isPartial: boolean): number | undefined {
  if (isPartial) return undefined
  const values = balances.flatMap(({ value, isUnverified }) =>
    value === undefined || isUnverified ? [] : [value],
  )
  if (values.length === 0) return balances.length === 0 ? 0 : undefined
  return values.reduce((sum, value) => sum + value, 0)
}
