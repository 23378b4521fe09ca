import type { Offered } from './bestFirst.ts'

/**
 * How many times what the pools themselves would pay without price impact another provider may
 * offer.
 */
const maxRatio = 1.5

/**
 * Leaves out offers of other services that are absurd beside what the pools on the chain pay: such
 * a quote would win, and its swap would then fail. Without an offer of the pools there is nothing
 * to compare with.
 */
export function plausibleOffers(offered: readonly Offered[]): Offered[] {
  const own = offered.find(
    ({ provider, offer }) => provider.id === 'pools' && offer.priceImpact !== null,
  )?.offer
  if (!own) return [...offered]
  const max = (Number(own.amountOut) / (1 - (own.priceImpact ?? 0) / 100)) * maxRatio
  return offered.filter(
    ({ provider, offer }) => provider.id === 'pools' || Number(offer.amountOut) <= max,
  )
}
