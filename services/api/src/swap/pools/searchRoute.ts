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
 * A route that was found. `amountOut`: what the user gets. `impact`: in percent. `from`, `to`: the
 * tokens as the pools have them. `rate`: how many units of the bought token one wei is worth.
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
 * Up to how far from the price the ticks are read, as multiples of the usual distance. A larger
 * value is tried only if it could change the result.
 */
const reaches = [1, 4, 16] as const

/**
 * Percent of price impact from which a swap is not offered. A pool of v2 accepts any amount, but
 * pays almost nothing for a huge one.
 */
const maxImpact = 90

/**
 * Reads the pools between two tokens, and finds the route that pays most. A token that takes a fee
 * from transfers is swapped over one path, in which a pool of v2 has this token, because pools of
 * v3 refuse an amount that was reduced by a fee.
 * @throws LiquidityError; SwapRefusedError for such a token if there is no such pool; NodesError
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
  ) as [Address, Address] // `map` returns as many tokens as it got
  const search: Search = { chain, wrapped: swap.wrapped, from, to, amount, fees, signal }
  const through = [...new Set([swap.wrapped, ...(dex ? [dex.usd] : []), ...swap.through])]
  const pairs = pairsBetween(from, to, through)
  for (const reach of reaches) {
    const pools = await reader.read(chain, pairs, head, reach, signal)
    const market = marketOf(pools, through)
    const rate = nativeRate(market, swap.wrapped, to)
    market.isUnknown = false // the rate need not be exact
    const weight = rate === undefined ? 0 : rate * Number(gasPrice)
    const taking = await feeTokens(search, pools)
    const isRefusing = (pool: Pool) =>
      pool.kind === 'v3' && (taking.has(pool.token0) || taking.has(pool.token1))
    const usable =
      taking.size === 0
        ? market
        : marketOf(
            pools.filter((pool) => !isRefusing(pool)),
            through,
          )
    const found =
      taking.size === 0
        ? plainRoute(search, market, weight)
        : await routeWithFees(search, usable, taking, weight)
    if (usable.isUnknown && reach !== reaches.at(-1)) continue
    if (found && (found.impact ?? 0) >= maxImpact) break
    if (found) return { ...found, from, to, rate }
    if (pools.some(isRefusing))
      throw new SwapRefusedError(
        'This token keeps a part of each transfer, which its pools do not accept',
      )
    break
  }
  throw new LiquidityError()
}

/** A search between two tokens, as the pools have them. `wrapped`: the native coin as a token. */
type Search = Pick<SwapRequest, 'chain' | 'amount'> & {
  wrapped: Address
  from: Address
  to: Address
  fees: TransferFees
  signal: AbortSignal
}

/** Which of the two tokens take a fee from transfers. */
async function feeTokens(
  { chain, wrapped, from, to, fees, signal }: Search,
  pools: readonly Pool[],
): Promise<Set<Address>> {
  const others = [from, to].filter((token) => token !== wrapped)
  const taken = await Promise.all(
    others.map((token) => {
      const holder = pools.find((pool) => pool.token0 === token || pool.token1 === token)
      return holder !== undefined && fees.takesFee(chain, token, holder.address, signal)
    }),
  )
  return new Set(others.filter((_, index) => taken[index]))
}

type FoundRoute = Pick<Found, 'route' | 'amountOut' | 'impact'>

function plainRoute(
  { from, to, amount }: Search,
  market: Market,
  weight: number,
): FoundRoute | undefined {
  const route = findRoute(market, from, to, { amount, gasPrice: weight })
  return route && { route, amountOut: route.amountOut, impact: priceImpactOf(route) }
}

async function routeWithFees(
  search: Search,
  market: Market,
  taking: ReadonlySet<Address>,
  weight: number,
): Promise<FoundRoute | undefined> {
  const { chain, from, to, amount, fees, signal } = search
  const arrived = taking.has(from) ? await arriving(search, market) : amount
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

/**
 * How much of the sold token arrives at a pool. This is tried with the pool of v2 that has most of
 * the token.
 */
async function arriving(
  { chain, from: token, amount, fees, signal }: Search,
  market: Market,
): Promise<bigint | undefined> {
  const holders = [...market.pools.values()]
    .flat()
    .flatMap((pool) =>
      pool.kind === 'v2' && (pool.token0 === token || pool.token1 === token)
        ? [{ pool, has: pool.token0 === token ? pool.reserve0 : pool.reserve1 }]
        : [],
    )
  const deepest = holders.toSorted((a, b) => (b.has > a.has ? 1 : -1))[0]
  return deepest && fees.arriving(chain, token, deepest.pool.address, amount, signal)
}
