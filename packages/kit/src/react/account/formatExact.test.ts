import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { parseAmount } from '../../domains/send/amount/parseAmount.ts'
import { formatExact } from './formatExact.ts'

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
