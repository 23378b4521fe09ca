import { formatUnits } from '@latchkey/protocol/formatUnits'
import { scaled } from '../../../domains/onramp/decimal.ts'
import type { OnrampQuote } from '../../../domains/onramp/estimate.ts'

/**
 * Returns the sum of an offer's fees as a decimal string in the currency of the payment; undefined
 * if the provider reports no fees.
 */
export function totalFeeOf({
  fees: { total, provider, network },
}: Pick<OnrampQuote, 'fees'>): string | undefined {
  if (total !== undefined) return total
  if (provider === undefined && network === undefined) return undefined
  return formatUnits((scaled(provider ?? '0') ?? 0n) + (scaled(network ?? '0') ?? 0n), 36)
}
