import type { SwapOffer, SwapOrder } from '../core/facets/swap.ts'

/** From this loss on a visitor is told, and from this one on asked to confirm, in percent. */
const notable = 3
const high = 5

/** Prices of one token in the same currency; undefined where unknown. */
type PairPrices = { from: number | undefined; to: number | undefined }

/**
 * What a swap loses of its worth, in percent: by the prices of both tokens where they are known,
 * else by how much it moves the pools' price. Undefined where neither is known; never less than 0.
 * Wrapping is one to one, and needs no prices. It is a comparison for people: no amount is computed
 * from it.
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
 * The step that a loss is on: what was accepted on one does not count on another. Each is half
 * again as high as the one before.
 */
export const stepOf = (loss = 0): number => Math.floor(Math.log(Math.max(loss, 1)) / Math.log(1.5))

/**
 * How serious a loss is: a visitor has to confirm a high one, and is told of one that nobody can
 * tell.
 */
export function levelOf(loss: number | undefined): 'none' | 'unknown' | 'notable' | 'high' {
  if (loss === undefined) return 'unknown'
  if (loss < notable) return 'none'
  return loss < high ? 'notable' : 'high'
}
