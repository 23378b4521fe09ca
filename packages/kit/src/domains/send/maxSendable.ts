import { extrasOf } from '../../core/transactions/extrasOf.ts'
import type { Fee } from '../../core/contracts/facets/send.ts'

/**
 * The maximum of the native token that can be sent: the balance minus the reserve for the fee and
 * minus the additional costs. Never negative.
 */
export function maxSendable(balance: bigint, fee: Pick<Fee, 'reserve' | 'extras'>): bigint {
  const reserved = fee.reserve + extrasOf(fee)
  return balance > reserved ? balance - reserved : 0n
}
