import type { Offered } from './bestFirst.ts'

/**
 * The largest plausible offer of another service, as a multiple of what the pools would pay without
 * price impact.
 */
const maxRatio = 1.5

/**
 * Leaves out offers of other services that are far above what the pools on the chain pay. Such an
 * offer would be shown as the best one, and its swap would then fail. If there is no offer of the
 * pools, nothing is left out.
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
