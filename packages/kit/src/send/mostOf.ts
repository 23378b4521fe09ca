import type { Fee } from '../core/facets/send.ts'

/** The most of the native token that can be sent: the balance less the reserve for the fee. Never negative. */
export function mostOf(balance: bigint, { reserve }: Pick<Fee, 'reserve'>): bigint {
  return balance > reserve ? balance - reserve : 0n
}
