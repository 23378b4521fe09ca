import { expect, test } from 'vitest'
import type { Address } from '../swapProvider.ts'
import { findRoute } from './findRoute.ts'
import { marketOf } from './pathsBetween.ts'
import type { Pool } from './pool.ts'
import { priceImpactOf } from './routeFigures.ts'

const [from, middle, to]: readonly [Address, Address, Address] = [
  `0x${'1'.repeat(40)}`,
  `0x${'2'.repeat(40)}`,
  `0x${'3'.repeat(40)}`,
]
const unit = 10n ** 18n
const poolOf = (token0: Address, token1: Address, reserve0: bigint, reserve1: bigint): Pool => ({
  kind: 'v2',
  address: `0x${token0.slice(2, 22)}${token1.slice(2, 22)}`,
  token0,
  token1,
  reserve0: reserve0 * unit,
  reserve1: reserve1 * unit,
})
/** The price impact of swapping this amount, rounded as users see it. */
const impact = (pools: readonly Pool[], amount: bigint) => {
  const route = findRoute(marketOf(pools, [middle]), from, to, { amount, gasPrice: 0 })
  return route ? priceImpactOf(route) : 'no route'
}

test('the price impact is exact and without fees, in one pool and in two', () => {
  const one = poolOf(from, to, 1_000n, 2_000n)
  // after the fee, 9.97 of 10 remain, and the pool then has 1009.97
  expect(impact([one], 10n * unit)).toBe(0.9872)
  expect(impact([one], 100n * unit)).toBe(9.0661)
  expect(impact([one], 1_000n * unit)).toBe(49.9249)
  // the first pool pays `second`; then the second pool takes its fee of 0.3 %, and pays `paid`
  const two = [poolOf(from, middle, 1_000n, 20_000n), poolOf(middle, to, 20_000n, 1_000n)]
  const second = (9.97 * 20_000) / 1_009.97
  const paid = (second * 0.997 * 1_000) / (20_000 + second * 0.997)
  expect(impact(two, 10n * unit)).toBeCloseTo((1 - paid / (10 * 0.997 * 0.997)) * 100, 4)
  // a tiny amount moves no price; its rounding errors must not show as an impact
  expect(impact([one], 10n ** 9n)).toBe(0)
})
