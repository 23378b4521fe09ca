import type { SwapPart } from '../swapProvider.ts'
import type { Route } from './findRoute.ts'
import { afterFee, spotPrice, type Pool } from './pool.ts'

/**
 * By how many percent the swap moves the price of the pools, without their fees. Null if it is
 * unknown.
 */
export function priceImpactOf({ legs, amountOut }: Route): number | null {
  const ideal = legs.reduce(
    (sum, { tokens, pools, amountIn }) =>
      sum +
      pools.reduce(
        (amount, pool, index) => amount * spotPrice(pool, tokens[index] ?? '0x') * afterFee(pool),
        Number(amountIn),
      ),
    0,
  )
  const impact = (1 - Number(amountOut) / ideal) * 100
  // rounded and limited, because with a few units rounding errors are larger than the impact
  return Number.isFinite(impact)
    ? Math.round(Math.min(Math.max(impact, 0), 100) * 10_000) / 10_000
    : null
}

/**
 * The route as users see it: for each leg its percentage, its tokens, and the names of its pools.
 */
export function partsOf({ legs }: Route): SwapPart[] {
  const amount = legs.reduce((sum, leg) => sum + leg.amountIn, 0n)
  return legs.map(({ tokens, pools, amountIn }) => ({
    percent: Math.max(Number((amountIn * 10_000n) / amount) / 100, 0.01),
    tokens,
    pools: pools.map(poolName),
  }))
}

function poolName(pool: Pool): string {
  return pool.kind === 'v2' ? 'Uniswap v2 0.3 %' : `Uniswap v3 ${pool.fee / 10_000} %`
}
