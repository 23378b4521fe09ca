import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { messages } from './messages.ts'
import { worthOf, worthText } from './worthOf.ts'

const words = messages.texts
const textIn = (locale: string, amount: bigint, decimals: number, price: number) => {
  const worth = worthOf(amount, decimals, price)
  const text = worth && worthText(worth, { words, locale: `${locale}-u-nu-latn` })
  return text?.replace(/[\u2068\u2069]/g, '').replaceAll('\u00a0', ' ')
}

test.each<[bigint, number, number, string | undefined]>([
  [150_000_000n, 6, 1, 'about $150'],
  [150_000_000n, 6, 0.9998, 'about $149.97'],
  [1_500n, 0, 1.1, 'about $1,650'],
  [10n ** 18n, 18, 2_469.335, 'about $2,469.34'],
  // no cent more than the price says, although 0.1 * 3 is more than 0.3 as a number
  [3n, 0, 0.1, 'about $0.30'],
  [1n, 0, 0.1 + 0.2, 'about $0.30'],
  [1n, 2, 1, 'about $0.01'],
  [1n, 3, 1, 'less than $0.01'],
  [11n, 3, 1, 'about $0.02'],
  [1n, 36, 1e-18, 'less than $0.01'],
  [10n ** 30n, 18, 1e-9, 'about $1,000'],
  [0n, 6, 1, undefined],
  [(1n << 128n) - 1n, 0, 1e12, undefined],
])('%s with %i decimals at %f is %s', (amount, decimals, price, text) => {
  expect(textIn('en', amount, decimals, price)).toBe(text)
})

test('money is written as the visitor’s language writes it', () => {
  expect(textIn('de', 1_234_560_000n, 6, 1)).toBe('about 1.234,56 $')
  expect(textIn('ar', 150n, 0, 1)).toContain('150')
})

test('the worth is never below the exact one, and less than a cent above it', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: (1n << 128n) - 1n }),
      fc.integer({ min: 0, max: 36 }),
      fc.integer({ min: 1, max: 10 ** 14 }),
      fc.integer({ min: -20, max: -2 }),
      (amount, decimals, digits, exponent) => {
        const worth = worthOf(amount, decimals, Number(`${digits}e${exponent}`))
        // in parts of a cent: exact, because the price has up to 15 digits
        const cent = 10n ** BigInt(decimals - exponent - 2)
        const exact = amount * BigInt(digits)
        if (!worth) {
          expect(exact > BigInt(Number.MAX_SAFE_INTEGER) * cent).toBe(true)
          return
        }
        expect(worth.cents * cent >= exact).toBe(true)
        expect((worth.cents - 1n) * cent < exact).toBe(true)
        expect(worth.isLess).toBe(exact < cent)
      },
    ),
  )
})
