import type { Balance } from '../../../core/balance.ts'

/**
 * The value of everything with a known price, except tokens that are in no list; undefined when
 * nothing has a price, which is not zero, and while some balances could not be read (`isPartial`):
 * the rest of them is no total.
 */
export function totalOf(balances: readonly Balance[], isPartial: boolean): number | undefined {
  if (isPartial) return undefined
  const values = balances.flatMap(({ value, isUnverified }) =>
    value === undefined || isUnverified ? [] : [value],
  )
  if (values.length === 0) return balances.length === 0 ? 0 : undefined
  return values.reduce((sum, value) => sum + value, 0)
}
