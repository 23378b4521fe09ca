import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minimumOf } from '../../core/transactions/minimumOf.ts'
import { levelOf, lossOf, stepOf } from './loss.ts'
import { isSlippage } from './slippage.ts'

const order = {
  amount: 10n ** 18n,
  from: { id: 'a', name: '', symbol: 'A', decimals: 18 },
  to: { id: 'b', name: '', symbol: 'B', decimals: 6 },
}

test('the loss is calculated from the prices, or else from the pools; otherwise it is unknown', () => {
  const kind = 'swap'
  expect(lossOf(order, { kind, arrives: 90_000_000n }, { from: 100, to: 1 })).toBeCloseTo(10)
  expect(lossOf(order, { kind, arrives: 110_000_000n }, { from: 100, to: 1 })).toBe(0)
  expect(lossOf(order, { kind, arrives: 99_000_000n, priceImpact: 7 }, { from: 100, to: 1 })).toBe(
    7,
  )
  expect(lossOf(order, { kind, arrives: 1n, priceImpact: 0.2 }, { from: 100, to: undefined })).toBe(
    0.2,
  )
  expect(lossOf(order, { kind, arrives: 1n }, { from: undefined, to: undefined })).toBeUndefined()
})

test('wrapping needs no prices, and an amount below one to one counts as a loss', () => {
  const wrapped = { ...order, to: { ...order.to, decimals: 18 } }
  for (const prices of [
    { from: undefined, to: undefined },
    { from: 100, to: 1 },
  ]) {
    expect(lossOf(wrapped, { kind: 'wrap', arrives: order.amount }, prices)).toBe(0)
    expect(lossOf(wrapped, { kind: 'unwrap', arrives: order.amount / 2n }, prices)).toBeCloseTo(50)
  }
})

test('the level of a loss is `unknown`, `none`, `notable` or `high`', () => {
  expect([undefined, 0, 2.9, 3, 4.9, 5, 99].map(levelOf)).toEqual([
    'unknown',
    'none',
    'none',
    'notable',
    'notable',
    'high',
    'high',
  ])
})

test('a loss 1.5 times as high as the accepted loss needs consent again', () => {
  fc.assert(
    fc.property(fc.double({ min: 5, max: 66, noNaN: true }), (loss) => {
      expect(stepOf(loss * 1.51)).toBeGreaterThan(stepOf(loss))
    }),
  )
})

test('the minimum is at most the offer, and at least what the slippage allows', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 1n << 200n }),
      fc.integer({ min: 1, max: 5_000 }),
      (arrives, hundredths) => {
        const least = minimumOf({ arrives, kind: 'swap' }, hundredths / 100)
        expect(least <= arrives && least * 10_000n >= arrives * BigInt(10_000 - hundredths)).toBe(
          true,
        )
        expect(minimumOf({ arrives, kind: 'wrap' }, hundredths / 100)).toBe(arrives)
      },
    ),
  )
})

test('slippage is a number from 0.01 to 50 percent', () => {
  expect([0.01, 0.5, 1, 49.99, 50].every(isSlippage)).toBe(true)
  fc.assert(
    fc.property(fc.anything(), (value) => {
      if (typeof value !== 'number') expect(isSlippage(value)).toBe(false)
    }),
  )
  expect([0, -1, 0.001, 50.01, Number.NaN, Number.POSITIVE_INFINITY, 1.234].some(isSlippage)).toBe(
    false,
  )
})
