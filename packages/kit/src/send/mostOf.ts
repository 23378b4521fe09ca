import type { Fee } from '../core/facets/send.ts'

/** The most of the native token that can be sent: what is there less what has to stay for the fee. Never less than nothing. */
export function mostOf(balance: bigint, { reserve }: Pick<Fee, 'reserve'>): bigint {
  return balance > reserve ? balance - reserve : 0n
}
