import { expect, test } from 'vitest'
import { median, percentile, rangeOf } from './statistics.ts'

test('the median does not depend on the order', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(() => median([])).toThrow(RangeError)
})

test('the median and the percentile sort values as numbers, not as texts', () => {
  expect(median([10, 9, 100])).toBe(10)
  expect(percentile([10, 9, 100], 0.5)).toBe(10)
})

test('a percentile is one of the values', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
  expect([percentile(hundred, 0.5), percentile(hundred, 0.99), percentile(hundred, 1)]).toEqual([
    50, 99, 100,
  ])
  expect(percentile([7], 0.01)).toBe(7)
})

test('`rangeOf` returns the lowest and the highest value', () => {
  expect(rangeOf([3, -1, 20])).toEqual([-1, 20])
})
