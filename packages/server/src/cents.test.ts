import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsOf, partOf, textOfCents } from './cents.ts'

test('centsOf reads amounts exactly, as text or as a number', () => {
  expect(['50', '50.1', '49.99', '0.01', '10.000', 50, 49.1, 0.29, 1_000_000].map(centsOf)).toEqual(
    [5_000n, 5_010n, 4_999n, 1n, 1_000n, 5_000n, 4_910n, 29n, 100_000_000n],
  )
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 13n }), (cents) => {
      expect(centsOf(textOfCents(cents))).toBe(cents)
      expect(centsOf(Number(cents) / 100)).toBe(cents)
    }),
  )
})

test('centsOf returns undefined for any other value', () => {
  for (const amount of [
    '',
    '0',
    '0.00',
    '-1',
    '1.001',
    '1e3',
    ' 1',
    '١',
    '1,5',
    '9'.repeat(19),
    NaN,
    Infinity,
    -5,
    0,
    0.001,
    1e21,
    1e-7,
  ])
    expect(centsOf(amount)).toBeUndefined()
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double()), (amount) => {
      const cents = centsOf(amount)
      if (cents !== undefined) expect(cents > 0n && cents <= 10n ** 14n).toBe(true)
    }),
  )
})

test('partOf rounds a fee up to a cent', () => {
  expect([partOf(5_000n, 200n), partOf(5_001n, 200n), partOf(1n, 100n)]).toEqual([100n, 101n, 1n])
})
