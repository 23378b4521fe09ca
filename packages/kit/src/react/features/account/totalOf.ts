import type { Balance } from '../../../core/balance.ts'

/** The value of everything with a known price, but for what is in nobody's list; undefined when nothing has one, which is not zero. */
export function totalOf(balances: readonly Balance[]): number | undefined {
  const values = balances.flatMap(({ value, isUnverified }) => (value === undefined || isUnverified ? [] : [value]))
  if (values.length === 0) return balances.length === 0 ? 0 : undefined
  return values.reduce((sum, value) => sum + value, 0)
}
