import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { chainIdLimit, chainIdOf, coinTypeOf } from './coinType.ts'

test('`coinTypeOf` returns the coin type of ENSIP-11, and undefined for an invalid chain id', () => {
  expect([coinTypeOf(1), coinTypeOf(10), coinTypeOf(chainIdLimit - 1)]).toEqual([
    2_147_483_649, 2_147_483_658, 4_294_967_295,
  ])
  expect([0, -1, 1.5, Number.NaN, chainIdLimit, 2 ** 32 + 1].map(coinTypeOf)).toEqual(
    Array(6).fill(undefined),
  )
})

test('`chainIdOf` returns the chain id of a coin type, and 1 for the coin type 60', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: chainIdLimit - 1 }), (chainId) => {
      expect(chainIdOf(coinTypeOf(chainId) ?? 0)).toBe(chainId)
    }),
  )
  expect(chainIdOf(60)).toBe(1)
  expect(
    [0, 1, 501, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 32 + 2 ** 31 + 1, -1].map(chainIdOf),
  ).toEqual(Array(8).fill(undefined))
})
