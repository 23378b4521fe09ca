import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Address } from '../swapProvider.ts'
import { findRoute } from './findRoute.ts'
import { marketOf, pairKey } from './pathsBetween.ts'
import { swapIn, type Pool } from './pool.ts'
import { lastTick, rootAtTick, rootLimits, tickAtRoot } from './tickMath.ts'

const addressOf = (index: number): Address => `0x${index.toString(16).padStart(40, '0')}`
const [from, middle, other, to] = [addressOf(1), addressOf(2), addressOf(3), addressOf(4)]
const tokens = [from, middle, other, to]

/** Generates a pool of two of the tokens: v2, or v3 with a wide and a narrow position. */
const poolOf = (index: number) =>
  fc
    .tuple(
      fc.uniqueArray(fc.nat(3), { minLength: 2, maxLength: 2 }),
      fc.integer({ min: 4, max: 22 }),
      fc.integer({ min: -3, max: 3 }),
      fc.constantFrom(0, 100, 500, 3_000, 10_000),
      fc.integer({ min: 1, max: 40 }),
    )
    .map(([pair, depth, skew, fee, width]): Pool => {
      const [token0 = from, token1 = to] = pair.map((at) => tokens[at] ?? from).toSorted()
      const common = { address: addressOf(1_000 + index), token0, token1 }
      const liquidity = 10n ** BigInt(depth)
      if (fee === 0)
        return {
          ...common,
          kind: 'v2',
          reserve0: liquidity + 1n,
          reserve1: (liquidity * BigInt(100 + 10 * skew)) / 100n + 1n,
        }
      const spacing = fee / 50
      const tick = skew * 400 + 7
      const edge = Math.floor(lastTick / spacing) * spacing
      const low = Math.floor((tick - width * spacing) / spacing) * spacing
      const high = low + 2 * width * spacing
      const isInside = tick >= low && tick < high
      const nets = [
        { at: -edge, net: liquidity },
        { at: low, net: 3n * liquidity },
        { at: high, net: -3n * liquidity },
        { at: edge, net: -liquidity },
      ]
      return {
        ...common,
        kind: 'v3',
        fee,
        spacing,
        tick,
        root: rootAtTick(tick) + 5n,
        liquidity: isInside ? 4n * liquidity : liquidity,
        ticks: nets,
        known: [-lastTick - 1, lastTick + 1],
      }
    })
const pools = fc
  .integer({ min: 1, max: 14 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => poolOf(index))))
const amounts = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 23 }))
  .map(([digit, zeros]) => BigInt(digit) * 10n ** BigInt(zeros))

/** The maximum that one path of one, two or three pools pays. It tries all paths. */
function bestPath(all: readonly Pool[], amount: bigint): bigint {
  const paths = [
    [from, to],
    [from, middle, to],
    [from, other, to],
    [from, middle, other, to],
    [from, other, middle, to],
  ]
  return paths
    .map((path) => bestAlong(all, path, amount))
    .reduce((best, paid) => (paid > best ? paid : best), 0n)
}

/** The maximum that a path along these tokens pays. */
function bestAlong(
  all: readonly Pool[],
  [token = from, ...rest]: readonly Address[],
  amount: bigint,
): bigint {
  const [next] = rest
  if (next === undefined) return amount
  const own = all.filter((pool) => pairKey(pool.token0, pool.token1) === pairKey(token, next))
  return own
    .map((pool) => swapIn(pool, token, amount))
    .reduce((best, paid) => {
      const end = typeof paid === 'string' ? 0n : bestAlong(all, rest, paid.amountOut)
      return end > best ? end : best
    }, 0n)
}

test('a route never pays less than the best pool, or the best two or three consecutive pools', () => {
  fc.assert(
    fc.property(pools, amounts, (all, amount) => {
      const route = findRoute(marketOf(all, [middle, other]), from, to, { amount, gasPrice: 0 })
      expect(route?.amountOut ?? 0n).toBeGreaterThanOrEqual(bestPath(all, amount))
    }),
    { numRuns: 200 },
  )
})

test('a route spends exactly the amount, has at most four legs between the two tokens, and uses no pool twice', () => {
  fc.assert(
    fc.property(pools, amounts, (all, amount) => {
      const route = findRoute(marketOf(all, [middle, other]), from, to, { amount, gasPrice: 0 })
      if (!route) return
      expect(route.legs.reduce((sum, leg) => sum + leg.amountIn, 0n)).toBe(amount)
      expect(route.legs.length).toBeLessThanOrEqual(4)
      for (const leg of route.legs) {
        expect([leg.tokens[0], leg.tokens.at(-1), leg.tokens.length]).toEqual([
          from,
          to,
          leg.pools.length + 1,
        ])
        expect(new Set(leg.pools).size).toBe(leg.pools.length)
      }
    }),
    { numRuns: 100 },
  )
})

test('the route is split only if the split pays more than its gas', () => {
  const pool = (index: number, reserve: bigint): Pool => ({
    kind: 'v2',
    address: addressOf(index),
    token0: from,
    token1: to,
    reserve0: reserve,
    reserve1: reserve,
  })
  const market = marketOf([pool(1_001, 10n ** 12n), pool(1_002, 10n ** 12n)], [])
  expect(findRoute(market, from, to, { amount: 10n ** 10n, gasPrice: 0 })?.legs).toHaveLength(2)
  expect(findRoute(market, from, to, { amount: 10n ** 10n, gasPrice: 10_000 })?.legs).toHaveLength(
    1,
  )
})

test('tickAtRoot inverts rootAtTick over the whole range', () => {
  expect([rootAtTick(-lastTick), rootAtTick(lastTick)]).toEqual([rootLimits.min, rootLimits.max])
  fc.assert(
    fc.property(fc.integer({ min: -lastTick + 1, max: lastTick - 1 }), (tick) => {
      expect(tickAtRoot(rootAtTick(tick))).toBe(tick)
      expect(tickAtRoot(rootAtTick(tick) - 1n)).toBe(tick - 1)
    }),
    { numRuns: 500 },
  )
})

test('the result of a swap beyond the known ticks is `unknown`, not `impossible`', () => {
  const pool: Pool = {
    kind: 'v3',
    address: addressOf(1_001),
    token0: from,
    token1: to,
    fee: 500,
    spacing: 10,
    tick: 0,
    root: rootAtTick(0),
    liquidity: 10n ** 12n,
    ticks: [],
    known: [-2_560, 2_550],
  }
  expect(swapIn(pool, from, 10n ** 15n)).toBe('unknown')
  expect(typeof swapIn(pool, from, 10n ** 10n)).toBe('object')
  expect(swapIn({ ...pool, known: [-lastTick - 1, lastTick + 1] }, from, 2n ** 200n)).toBe(
    'impossible',
  )
})
