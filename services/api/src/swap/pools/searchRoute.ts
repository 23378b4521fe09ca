import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import type { Head } from '../readHead.ts'
import {
  LiquidityError,
  SwapRefusedError,
  type Address,
  type SwapRequest,
} from '../swapProvider.ts'
import { findRoute, type Route } from './findRoute.ts'
import { nativeRate } from './nativeRate.ts'
import { priceImpactOf } from './routeFigures.ts'
import { marketOf, pairsBetween, type Market } from './pathsBetween.ts'
import type { Pool } from './pool.ts'
import type { PoolReader } from './poolReader.ts'
import type { TransferFees } from './transferFees.ts'

/**
 * A route, with the amount that the user receives; `impact` in percent. `from` and `to` are the
 * tokens in the pools. `rate`: units of the bought token for one wei.
 */
export type Found = {
  route: Route
  amountOut: bigint
  impact: number | null
  from: Address
  to: Address
  rate: number | undefined
}

type Tools = { reader: PoolReader; fees: TransferFees }

/**
 * Reaches of the read ticks around the price. A larger reach is used only if it could change the
 * result.
 */
const reaches = [1, 4, 16] as const

/**
 * Percent of price impact from which a swap is not offered. A v2 pool accepts any amount, and pays
 * almost nothing for a huge one.
 */
const maxImpact = 90

/**
 * Reads the pools between two tokens and finds the route that pays most. A token with a transfer
 * fee is swapped over one path, in which a pool of Uniswap v2 has that token, because v3 refuses
 * less than the full amount.
 * @throws LiquidityError; SwapRefusedError for such a token without such a pool; NodesError
 */
export async function searchRoute(
  { chain, amount, gasPrice, ...request }: SwapRequest,
  head: Head,
  { reader, fees }: Tools,
  signal: AbortSignal,
): Promise<Found> {
  const { swap, dex } = chain
  if (!swap) throw new LiquidityError()
  const [from, to] = [request.from, request.to].map((token) =>
    token === nativeTokenAddress ? swap.wrapped : token,
  ) as [Address, Address] // the same length as before
  const through = [...new Set([swap.wrapped, ...(dex ? [dex.usd] : []), ...swap.through])]
  const pairs = pairsBetween(from, to, through)
  for (const reach of reaches) {
    const pools = await reader.read(chain, pairs, head, reach, signal)
    const market = marketOf(pools, through)
    const rate = nativeRate(market, swap.wrapped, to)
    market.isUnknown = false // the rate need not be exact
    const weight = rate === undefined ? 0 : rate * Number(gasPrice)
    const taking = await feeTokens([from, to], pools)
    const usable =
      taking.size === 0
        ? market
        : marketOf(
            pools.filter(
              (pool) => pool.kind === 'v2' || !(taking.has(pool.token0) || taking.has(pool.token1)),
            ),
            through,
          )
    const found =
      taking.size === 0 ? plainRoute(market, weight) : await routeWithFees(usable, taking, weight)
    if (usable.isUnknown && reach !== reaches.at(-1)) continue
    if (found && (found.impact ?? 0) >= maxImpact) break
    if (found) return { ...found, from, to, rate }
    if (
      taking.size > 0 &&
      pools.some(
        (pool) => pool.kind === 'v3' && (taking.has(pool.token0) || taking.has(pool.token1)),
      )
    )
      throw new SwapRefusedError(
        'This token keeps a part of each transfer, which its pools do not accept',
      )
    break
  }
  throw new LiquidityError()

  async function feeTokens(
    tokens: readonly Address[],
    pools: readonly Pool[],
  ): Promise<Set<Address>> {
    const others = tokens.filter((token) => token !== swap?.wrapped)
    const taken = await Promise.all(
      others.map((token) => {
        const holder = pools.find((pool) => pool.token0 === token || pool.token1 === token)
        return holder !== undefined && fees.takesFee(chain, token, holder.address, signal)
      }),
    )
    return new Set(others.filter((_, index) => taken[index]))
  }

  function plainRoute(market: Market, weight: number) {
    const route = findRoute(market, from, to, { amount, gasPrice: weight })
    return route && { route, amountOut: route.amountOut, impact: priceImpactOf(route) }
  }

  async function routeWithFees(market: Market, taking: ReadonlySet<Address>, weight: number) {
    const arrived = taking.has(from) ? await arriving(market, from, amount) : amount
    const route =
      arrived === undefined
        ? undefined
        : findRoute(market, from, to, { amount: arrived, gasPrice: weight, max: 1 })
    const last = route?.legs[0]?.pools.at(-1)
    if (!route || !last) return undefined
    const amountOut = taking.has(to)
      ? await fees.arriving(chain, to, last.address, route.amountOut, signal)
      : route.amountOut
    return amountOut === undefined
      ? undefined
      : {
          route: { ...route, legs: route.legs.map((leg) => ({ ...leg, amountIn: amount })) },
          amountOut,
          impact: priceImpactOf(route),
        }
  }

  /** The amount that arrives from a pool. It is tried with the pool that has most of the token. */
  async function arriving(
    market: Market,
    token: Address,
    sent: bigint,
  ): Promise<bigint | undefined> {
    const holders = [...market.pools.values()]
      .flat()
      .flatMap((pool) =>
        pool.kind === 'v2' && (pool.token0 === token || pool.token1 === token)
          ? [{ pool, has: pool.token0 === token ? pool.reserve0 : pool.reserve1 }]
          : [],
      )
    const deepest = holders.toSorted((a, b) => (b.has > a.has ? 1 : -1))[0]
    return deepest && fees.arriving(chain, token, deepest.pool.address, sent, signal)
  }
}
