import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { parseAmount } from '../../domains/send/amount/parseAmount.ts'
import { formatExact, formatFee, formatSum } from './formatExact.ts'

test('formatExact shows all decimals', () => {
  expect(formatExact('1234567.1234567890123456789012345', 'en')).toBe(
    '1,234,567.1234567890123456789012345',
  )
  expect(formatExact('0.000000000000000000000000000000000001', 'de')).toBe(
    '0,000000000000000000000000000000000001',
  )
  expect(formatExact('12345678901234567890123456789', 'en')).toBe(
    '12,345,678,901,234,567,890,123,456,789',
  )
  expect(formatExact('1234.5', 'ar-EG')).toBe('١٬٢٣٤٫٥')
})

test('parseAmount reads an amount of formatExact back exactly', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
      fc.integer({ min: 4, max: 77 }),
      fc.constantFrom('en', 'de', 'fr', 'ar-EG', 'ja'),
      (amount, decimals, locale) => {
        // every amount gets decimals: without them, "1,234" could be read as 1.234, too
        const whole = amount - (amount % 10n ** BigInt(decimals)) + 1n
        expect(
          parseAmount(formatExact(formatUnits(whole, decimals), locale), decimals, locale),
        ).toEqual({ status: 'amount', amount: whole })
      },
    ),
  )
})

test('formatSum rounds to six decimals, and shows a coin with eight to its smallest unit', () => {
  expect(formatSum('0.001000123456789', 'en', 18)).toBe('0.001')
  expect(formatSum('0.00100846', 'en', 8)).toBe('0.00100846')
  expect(formatSum('0.00100846', 'de', 9)).toBe('0,001008')
  expect(formatSum('12.5', 'en', 2)).toBe('12.5')
})

test('formatFee rounds to three digits, and shows a coin with eight decimals to its smallest unit', () => {
  expect(formatFee('0.000018334', 'en', 18)).toBe('0.0000183')
  expect(formatFee('0.00001833', 'en', 8)).toBe('0.00001833')
  expect(formatFee('0.00001833', 'en')).toBe('0.0000183')
})
