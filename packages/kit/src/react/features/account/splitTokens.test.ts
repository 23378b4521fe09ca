import { expect, test } from 'vitest'
import type { Balance } from '../../../core/contracts/balance.ts'
import { splitTokens } from './splitTokens.ts'
import { totalOf } from './totalOf.ts'

const token = (more: Partial<Balance>): Balance => ({
  id: 'x',
  name: 'Flour',
  symbol: 'FLR',
  address: '0xbb',
  decimals: 18,
  quantity: '1',
  price: 1,
  value: 1,
  ...more,
})
const isHidden = (more: Partial<Balance>, currency: Parameters<typeof splitTokens>[1] = 'usd') =>
  splitTokens([token(more)], currency).hidden.length === 1

test('a token whose value is too small to show is hidden, in each currency', () => {
  expect(isHidden({ value: 0.01 })).toBe(false)
  expect(isHidden({ value: 0.0099 })).toBe(true)
  expect(isHidden({ value: 0.5 }, 'jpy')).toBe(true)
  expect(isHidden({ value: 1 }, 'jpy')).toBe(false)
  expect(isHidden({ value: 0.000_000_02 }, 'btc')).toBe(false)
  expect(isHidden({ value: 0.000_000_002 }, 'btc')).toBe(true)
})

test('an unverified token is hidden, whatever its price', () => {
  expect(isHidden({ isUnverified: true, value: 1_000_000 })).toBe(true)
})

test('neither a token without a price nor the native token is hidden', () => {
  expect(isHidden({ value: undefined, price: undefined })).toBe(false)
  expect(isHidden({ address: undefined, value: 0.000_1 })).toBe(false)
  expect(isHidden({ address: undefined, value: undefined })).toBe(false)
})

test('the total excludes unverified tokens, and is undefined without any price', () => {
  expect(
    totalOf(
      [
        token({ value: 2 }),
        token({ value: 0.001 }),
        token({ value: 1_000_000, isUnverified: true }),
        token({ value: undefined }),
      ],
      false,
    ),
  ).toBe(2.001)
  expect(totalOf([token({ value: undefined })], false)).toBeUndefined()
  expect(totalOf([token({ value: 5, isUnverified: true })], false)).toBeUndefined()
  expect(totalOf([], false)).toBe(0)
})

test.for<[readonly Balance[]]>([
  [[]],
  [[token({ value: 0 })]],
  [[token({ value: 2 })]],
  [[token({ value: undefined })]],
])('the total is undefined while some balances are missing: %j', ([balances]) => {
  expect(totalOf(balances, true)).toBeUndefined()
})
