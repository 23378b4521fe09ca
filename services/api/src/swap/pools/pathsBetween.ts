import type { Address } from '../swapProvider.ts'
import { swapIn, type NotSwapped, type Pool, type Swapped } from './pool.ts'

/** A way from one token to another: `tokens` has one entry more than `pools`. */
export type Path = { tokens: readonly Address[]; pools: readonly Pool[] }

/**
 * Where a search may lead. `isUnknown` is set when a pool's unread ticks would have decided;
 * `tried`: swaps that were computed, because paths begin alike.
 */
export type Market = {
  pools: ReadonlyMap<string, readonly Pool[]>
  through: readonly Address[]
  isUnknown: boolean
  tried: WeakMap<Pool, Map<string, Swapped | NotSwapped>>
}

/** The key of two tokens in {@link Market.pools}. */
export function pairKey(one: Address, other: Address): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`
}

/** Pools by their tokens. */
export function marketOf(pools: readonly Pool[], through: readonly Address[]): Market {
  const byPair = new Map<string, Pool[]>()
  for (const pool of pools)
    byPair.set(pairKey(pool.token0, pool.token1), [
      ...(byPair.get(pairKey(pool.token0, pool.token1)) ?? []),
      pool,
    ])
  return { pools: byPair, through, isUnknown: false, tried: new WeakMap() }
}

/** All pairs of tokens that a path from one token to another may use. */
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
    ...inner.flatMap((one, index) => inner.slice(index + 1).map((other) => [one, other])),
  ]
  const keyed = hops.map(([one, other]) => [one ?? from, other ?? to] as const)
  return [...new Map(keyed.map((pair) => [pairKey(...pair), pair])).values()]
}

/**
 * Paths that are worth a comparison. Each pool of the two tokens alone; through one token between,
 * each pool of each step with the best for the other; through two, the best for each step, for the
 * whole amount and for parts, because a part may have a better place.
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
    ...inner.flatMap((one) =>
      inner
        .filter((other) => other !== one)
        .flatMap((other) =>
          parts.flatMap((given) => bestPools(market, [from, one, other, to], given) ?? []),
        ),
    ),
  ]
  return [
    ...new Map(paths.map((path) => [path.pools.map((pool) => pool.address).join(), path])).values(),
  ]
}

function poolsOf(market: Market, one: Address, other: Address): readonly Pool[] {
  return market.pools.get(pairKey(one, other)) ?? []
}

/**
 * For each step in turn the pool that pays most, or the fixed one; undefined when a step has none.
 */
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

/** Swaps in a pool, and notes in the market when its unread ticks would have decided. */
export function tryPool(
  market: Market,
  pool: Pool,
  from: Address,
  amount: bigint,
): Swapped | undefined {
  const known = market.tried.get(pool) ?? new Map<string, Swapped | NotSwapped>()
  if (known.size === 0) market.tried.set(pool, known)
  const key = `${from} ${amount}`
  const swapped = known.get(key) ?? swapIn(pool, from, amount)
  known.set(key, swapped)
  if (swapped === 'unknown') market.isUnknown = true
  return typeof swapped === 'string' ? undefined : swapped
}
