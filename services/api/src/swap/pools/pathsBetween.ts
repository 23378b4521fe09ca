import type { Address } from '../swapProvider.ts'
import { swapIn, type Pool } from './pool.ts'
import type { SwapFailure, Swapped } from './swapConcentrated.ts'

/** A path, with its input and output when the legs of a route run in their order. */
export type Leg = Path & { amountIn: bigint; amountOut: bigint; ticksCrossed: number }

/** A path from one token to another. There is one more of `tokens` than of `pools`. */
export type Path = { tokens: readonly Address[]; pools: readonly Pool[] }

/**
 * The pools for a search. `isUnknown` is set when ticks of a pool that were not read could change
 * the result. `tried` caches calculated swaps, because many paths begin with the same ones.
 */
export type Market = {
  pools: ReadonlyMap<string, readonly Pool[]>
  through: readonly Address[]
  isUnknown: boolean
  tried: WeakMap<Pool, Map<string, Swapped<Pool> | SwapFailure>>
}

/** The key of two tokens in `pools` of {@link Market}. */
export function pairKey(a: Address, b: Address): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`
}

/** Makes a market of pools. */
export function marketOf(pools: readonly Pool[], through: readonly Address[]): Market {
  const byPair = new Map<string, Pool[]>()
  for (const pool of pools)
    byPair.set(pairKey(pool.token0, pool.token1), [
      ...(byPair.get(pairKey(pool.token0, pool.token1)) ?? []),
      pool,
    ])
  return { pools: byPair, through, isUnknown: false, tried: new WeakMap() }
}

/** All pairs of tokens that a path between two tokens may use. */
export function pairsBetween(
  from: Address,
  to: Address,
  through: readonly Address[],
): (readonly [Address, Address])[] {
  const inner = through.filter((token) => token !== from && token !== to)
  const hops = [
    [from, to],
    ...inner.flatMap((token) => [
      [from, token],
      [token, to],
    ]),
    ...inner.flatMap((token, index) => inner.slice(index + 1).map((other) => [token, other])),
  ]
  const keyed = hops.map(([one, other]) => [one ?? from, other ?? to] as const)
  return [...new Map(keyed.map((pair) => [pairKey(...pair), pair])).values()]
}

/**
 * The paths that are worth comparing:
 * - each pool of the two tokens,
 * - through one other token: each pool of each step, with the best pool for the other step,
 * - through two other tokens: the best pool for each step.
 *
 * They are found for the whole amount and for parts of it, because a part may have a better path.
 */
export function pathsBetween(market: Market, from: Address, to: Address, amount: bigint): Path[] {
  const inner = market.through.filter((token) => token !== from && token !== to)
  const parts = amount >= 1_000n ? [amount, amount / 4n, amount / 20n] : [amount]
  const [part = amount] = parts.slice(1)
  const paths = [
    ...poolsOf(market, from, to).map((pool): Path => ({ tokens: [from, to], pools: [pool] })),
    ...inner.flatMap((token): Path[] => [
      ...parts.flatMap((given) => bestPools(market, [from, token, to], given) ?? []),
      ...poolsOf(market, from, token).flatMap(
        (pool) => bestPools(market, [from, token, to], part, [pool]) ?? [],
      ),
      ...poolsOf(market, token, to).flatMap(
        (pool) => bestPools(market, [from, token, to], part, [undefined, pool]) ?? [],
      ),
    ]),
    ...inner.flatMap((token) =>
      inner
        .filter((other) => other !== token)
        .flatMap((other) =>
          parts.flatMap((given) => bestPools(market, [from, token, other, to], given) ?? []),
        ),
    ),
  ]
  return [
    ...new Map(paths.map((path) => [path.pools.map((pool) => pool.address).join(), path])).values(),
  ]
}

function poolsOf(market: Market, a: Address, b: Address): readonly Pool[] {
  return market.pools.get(pairKey(a, b)) ?? []
}

/** For each step the pool that pays most, or the given pool. Undefined if a step has no pool. */
export function bestPools(
  market: Market,
  tokens: readonly Address[],
  amount: bigint,
  fixed: readonly (Pool | undefined)[] = [],
): Path | undefined {
  const pools: Pool[] = []
  let given = amount
  for (const [index, token] of tokens.slice(0, -1).entries()) {
    const own = fixed[index]
    const candidates = own ? [own] : poolsOf(market, token, tokens[index + 1] ?? token)
    let best: { pool: Pool; amountOut: bigint } | undefined
    for (const pool of candidates) {
      const amountOut = tryPool(market, pool, token, given)?.amountOut ?? 0n
      if (amountOut > (best?.amountOut ?? 0n)) best = { pool, amountOut }
    }
    if (!best) return undefined
    pools.push(best.pool)
    given = best.amountOut
  }
  return { tokens, pools }
}

/**
 * Calculates a swap in a pool. Sets the market's `isUnknown` if ticks that were not read could
 * change the result.
 */
export function tryPool(
  market: Market,
  pool: Pool,
  from: Address,
  amount: bigint,
): Swapped<Pool> | undefined {
  const known = market.tried.get(pool) ?? new Map<string, Swapped<Pool> | SwapFailure>()
  if (known.size === 0) market.tried.set(pool, known)
  const key = `${from} ${amount}`
  const swapped = known.get(key) ?? swapIn(pool, from, amount)
  known.set(key, swapped)
  if (swapped === 'unknown') market.isUnknown = true
  return typeof swapped === 'string' ? undefined : swapped
}
