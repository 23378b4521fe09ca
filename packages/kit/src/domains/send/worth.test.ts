import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canConvert, formatMoney, tokensFor, worthOf } from './worth.ts'

const dollars = (text: string) => BigInt(text) * 10n ** 18n
const ether = 10n ** 18n

test('money is converted into tokens exactly, down to the last decimal', () => {
  expect(tokensFor(dollars('2997') + dollars('26') / 100n, 2997.26, 18)).toBe(ether)
  expect(tokensFor(dollars('1'), 3, 6)).toBe(333_333n)
  expect(tokensFor(dollars('10'), 0.00001234, 0)).toBe(810_372n)
  expect(tokensFor(dollars('1'), 1e-7, 2)).toBe(1_000_000_000n)
})

test('the worth of an amount is rounded down', () => {
  expect(formatMoney(worthOf(ether / 3n, 3000, 18), 2)).toBe('999.99')
  expect(formatMoney(worthOf(ether, 155.7, 18), 0)).toBe('155')
  expect(formatMoney(worthOf(1_234_567n, 1, 6), 8)).toBe('1.23456700')
})

test('with an invalid price nothing is converted', () => {
  for (const price of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e-19, 1e30])
    expect([price, canConvert(price), tokensFor(dollars('1'), price, 18)]).toEqual([
      price,
      false,
      0n,
    ])
  expect(canConvert(undefined)).toBe(false)
})

test('tokens bought for an amount of money are never worth more than that amount', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 27n),
      fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
      fc.integer({ min: 0, max: 36 }),
      (money, price, decimals) => {
        expect(worthOf(tokensFor(money, price, decimals), price, decimals)).toBeLessThanOrEqual(
          money,
        )
      },
    ),
  )
})
