import type { SwapOffer, SwapOrder } from '../../core/contracts/facets/swap.ts'

/**
 * In percent: from the first loss on a visitor is warned, from the second on the visitor must
 * confirm it.
 */
const notable = 3
const high = 5

/** Prices of one token in the same currency; undefined where unknown. */
type PairPrices = { from: number | undefined; to: number | undefined }

/**
 * Returns the loss of a swap in percent: by the prices of both tokens if they are known, else by
 * its price impact on the pools. Undefined if neither is known; never less than 0. Wrapping is one
 * to one, and needs no prices. It is only shown: no amount is computed from it.
 */
export function lossOf(
  { amount, from, to }: Pick<SwapOrder, 'amount' | 'from' | 'to'>,
  { arrives, priceImpact, kind }: Pick<SwapOffer, 'arrives' | 'priceImpact' | 'kind'>,
  prices: PairPrices,
): number | undefined {
  if (kind !== 'swap')
    return Math.max(0, (1 - worth(arrives, to.decimals) / worth(amount, from.decimals)) * 100)
  if (!prices.from || !prices.to)
    return priceImpact === undefined ? undefined : Math.max(0, priceImpact)
  const given = worth(amount, from.decimals) * prices.from
  const got = worth(arrives, to.decimals) * prices.to
  return given > 0 && Number.isFinite(got)
    ? Math.max(0, (1 - got / given) * 100, priceImpact ?? 0)
    : undefined
}

const worth = (amount: bigint, decimals: number) => Number(amount) / 10 ** decimals

/**
 * Returns the step of a loss: a loss that was accepted on one step must be accepted again on
 * another. Each step is half as high again as the one before.
 */
export const stepOf = (loss = 0): number => Math.floor(Math.log(Math.max(loss, 1)) / Math.log(1.5))

/**
 * Returns the level of a loss: a visitor must confirm a high one, and is warned of an unknown one.
 */
export function levelOf(loss: number | undefined): 'none' | 'unknown' | 'notable' | 'high' {
  if (loss === undefined) return 'unknown'
  if (loss < notable) return 'none'
  return loss < high ? 'notable' : 'high'
}
