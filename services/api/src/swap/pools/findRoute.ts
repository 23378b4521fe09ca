import type { Address } from '../swapProvider.ts'
import { gasOf, legGas } from './gasOf.ts'
import { pathsBetween, tryPool, type Market, type Path, type Leg } from './pathsBetween.ts'
import type { Pool } from './pool.ts'

/** A route for an amount. `gas` is an estimate for all its legs. */
export type Route = { legs: readonly Leg[]; amountOut: bigint; gas: bigint }

/** Parameters of the search. `gasPrice`: what a unit of gas costs, in units of the bought token. */
export type Weighing = {
  amount: bigint
  gasPrice: number
  /** Maximum of paths in the route. */
  max?: number
}

/**
 * Number of parts into which the amount is divided. Each part goes to the path that then pays most.
 */
const pieces = 20n
/**
 * `candidates`: maximum of paths among which the amount is divided. `legs`: maximum of legs of a
 * route.
 */
const max = { candidates: 12, legs: 4 }

/**
 * Finds the route that pays most after gas: one path, or up to four at the same time. For several
 * paths the amount is divided into parts, which are placed one after the other. Such a route counts
 * only if it pays more than the best single path, calculated exactly as the chain does. Undefined
 * if no path can take the amount.
 */
export function findRoute(
  market: Market,
  from: Address,
  to: Address,
  { amount, gasPrice, max: legs = max.legs }: Weighing,
): Route | undefined {
  const paths = pathsBetween(market, from, to, amount)
  const weigh = (route: Route | undefined) =>
    route ? Number(route.amountOut) - Number(route.gas) * gasPrice : -Infinity
  const better = (a: Route | undefined, b: Route | undefined) => (weigh(b) > weigh(a) ? b : a)
  const single = paths
    .map((path) => run(market, [{ path, amountIn: amount }]))
    .reduce(better, undefined)
  if (legs < 2 || amount < pieces * 50n) return single
  const firsts = bestAtFirst(market, paths, amount / pieces)
  // no further part pays more than the first part does
  const bound = Number((firsts[0]?.amountOut ?? 0n) * pieces) - Number(single?.amountOut ?? 0n)
  if (single && bound <= Number(legGas) * gasPrice) return single
  let best = single
  let allowed = firsts.map(({ path }) => path)
  for (let count = Math.min(legs, allowed.length); count > 1; count--) {
    const placed = place(market, allowed, amount).toSorted((a, b) =>
      b.amountIn > a.amountIn ? 1 : -1,
    )
    const candidates = placed.slice(0, count).map(({ path }) => path)
    if (candidates.length < 2) break
    best = better(
      best,
      run(market, candidates.length === placed.length ? placed : place(market, candidates, amount)),
    )
    allowed = candidates.slice(0, count - 1)
  }
  return best
}

type Placed = { path: Path; amountIn: bigint }

/** The paths that pay most for the first part. */
function bestAtFirst(
  market: Market,
  paths: readonly Path[],
  piece: bigint,
): { path: Path; amountOut: bigint }[] {
  const tried = paths.flatMap((path) => {
    const leg = runPath(market, path, piece, new Map())
    return leg ? [{ path, amountOut: leg.amountOut }] : []
  })
  return tried.toSorted((a, b) => (b.amountOut > a.amountOut ? 1 : -1)).slice(0, max.candidates)
}

/**
 * Places the amount part by part, each on the path that pays most for it after the earlier parts.
 * Paths that got no part are left out.
 */
function place(market: Market, paths: readonly Path[], amount: bigint): Placed[] {
  const after = new Map<Address, Pool>()
  const amounts = paths.map(() => 0n)
  const offers = new Map<number, Leg & { after: Map<Address, Pool> }>()
  for (let index = 0n; index < pieces; index++) {
    const piece =
      index === pieces - 1n ? amount - (amount / pieces) * (pieces - 1n) : amount / pieces
    let best: number | undefined
    for (const [at, path] of paths.entries()) {
      const known = offers.get(at)
      const offer = known?.amountIn === piece ? known : runPath(market, path, piece, after)
      if (!offer) continue
      offers.set(at, offer)
      if (best === undefined || offer.amountOut > (offers.get(best)?.amountOut ?? 0n)) best = at
    }
    const taken = best === undefined ? undefined : offers.get(best)
    if (best === undefined || !taken) return []
    amounts[best] = (amounts[best] ?? 0n) + piece
    for (const [address, pool] of taken.after) after.set(address, pool)
    for (const [at, offer] of offers)
      if (offer.pools.some((pool) => taken.after.has(pool.address))) offers.delete(at)
  }
  return paths.flatMap((path, at) => (amounts[at] ? [{ path, amountIn: amounts[at] }] : []))
}

/**
 * Calculates exactly what legs pay that run one after the other; undefined if one of them fails.
 */
function run(market: Market, placed: readonly Placed[]): Route | undefined {
  const after = new Map<Address, Pool>()
  const legs: Leg[] = []
  for (const { path, amountIn } of placed) {
    const leg = runPath(market, path, amountIn, after)
    if (!leg) return undefined
    for (const [address, pool] of leg.after) after.set(address, pool)
    legs.push({
      tokens: leg.tokens,
      pools: leg.pools,
      amountIn,
      amountOut: leg.amountOut,
      ticksCrossed: leg.ticksCrossed,
    })
  }
  return legs.length === 0
    ? undefined
    : { legs, amountOut: legs.reduce((sum, leg) => sum + leg.amountOut, 0n), gas: gasOf(legs) }
}

/** Calculates what a path pays, after other legs have changed the pools. */
function runPath(
  market: Market,
  path: Path,
  amountIn: bigint,
  before: ReadonlyMap<Address, Pool>,
): (Leg & { after: Map<Address, Pool> }) | undefined {
  const after = new Map<Address, Pool>()
  let [given, ticksCrossed] = [amountIn, 0]
  for (const [index, pool] of path.pools.entries()) {
    const swapped = tryPool(
      market,
      after.get(pool.address) ?? before.get(pool.address) ?? pool,
      path.tokens[index] ?? '0x',
      given,
    )
    if (!swapped) return undefined
    after.set(pool.address, swapped.pool)
    given = swapped.amountOut
    ticksCrossed += swapped.ticksCrossed
  }
  return { ...path, amountIn, amountOut: given, ticksCrossed, after }
}
