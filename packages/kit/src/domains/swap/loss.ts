import type { SwapOffer, SwapOrder } from '../../core/contracts/facets/swap.ts'

/**
 * Losses in percent: from `notable` on the visitor is warned, from `high` on the visitor must
 * confirm.
 */
const notable = 3
const high = 5

/** The prices of a whole token, of both tokens in the same currency. Undefined if unknown. */
type PairPrices = { from: number | undefined; to: number | undefined }

/**
 * Returns the loss of a swap in percent, at least 0: the loss by the prices of both tokens or the
 * price impact on the pools, whichever is greater. If a price is unknown, it is the price impact,
 * or undefined. Wrapping needs no prices. The loss is only shown: no amount is computed from it.
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
 * Returns the number of a loss on a scale on which each step is 1.5 times the previous step. If the
 * loss moves to another step, the visitor must accept it again.
 */
export const stepOf = (loss = 0): number => Math.floor(Math.log(Math.max(loss, 1)) / Math.log(1.5))

/**
 * Returns the level of a loss. The visitor must confirm a high loss, and is warned of an unknown
 * loss.
 */
export function levelOf(loss: number | undefined): 'none' | 'unknown' | 'notable' | 'high' {
  if (loss === undefined) return 'unknown'
  if (loss < notable) return 'none'
  return loss < high ? 'notable' : 'high'
}
