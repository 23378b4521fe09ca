import type { Address } from '../swapProvider.ts'
import { bestPools, tryPool, type Market } from './pathsBetween.ts'

/** A small amount of the native coin in wei: a tenth of a coin. */
const little = 10n ** 17n

/**
 * How many units of a token one wei is worth, at the price of the pools for a small amount.
 * Undefined if the pools have no price.
 */
export function nativeRate(market: Market, wrapped: Address, to: Address): number | undefined {
  if (wrapped === to) return 1
  const paths = [
    [wrapped, to],
    ...market.through
      .filter((token) => token !== wrapped && token !== to)
      .map((token) => [wrapped, token, to]),
  ]
  const paid = paths
    .flatMap((tokens) => bestPools(market, tokens, little) ?? [])
    .map(({ tokens, pools }) =>
      pools.reduce(
        (given, pool, index) =>
          tryPool(market, pool, tokens[index] ?? '0x', given)?.amountOut ?? 0n,
        little,
      ),
    )
  const best = paid.reduce((found, amount) => (amount > found ? amount : found), 0n)
  return best > 0n ? Number(best) / Number(little) : undefined
}
