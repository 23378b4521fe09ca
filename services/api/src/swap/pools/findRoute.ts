import type { Address } from '../swapProvider.ts'
import { gasOf, legGas } from './gasOf.ts'
import { pathsBetween, tryPool, type Market, type Path, type Leg } from './pathsBetween.ts'
import type { Pool } from './pool.ts'

/** A route for an amount. `gas`: an estimate for all legs. */
export type Route = { legs: readonly Leg[]; amountOut: bigint; gas: bigint }

/** Parameters of the search. `gasPrice`: units of the bought token for a unit of gas. */
export type Weighing = {
  amount: bigint
  gasPrice: number
  /** Max paths in a route. */
  max?: number
}

/** The number of parts of an amount. Each part in turn goes to the path that pays most for it. */
const pieces = 20n
/** Max paths that are compared for a split, and max legs of a route. */
const max = { candidates: 12, legs: 4 }

/**
 * The route that pays most after gas: one path, or up to four side by side. A split is found by
 * placing one part after the other. It counts only if it pays more than the best single path,
 * computed exactly as on the chain. Undefined when no path can take the amount.
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
  // no part of the amount pays more than the first part
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

/** The paths that pay most for a first part. */
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
 * Places an amount part by part on the path that pays most for it, after the parts before. Paths
 * without a part are left out.
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

/** The exact outcome of legs that run one after the other; undefined when one of them fails. */
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

/** Runs a path, with the pools in their state after other legs. */
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
