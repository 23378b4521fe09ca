import { currencies } from '@latchkey/protocol/currencies'
import { expect, test } from 'vitest'
import { currencies as offered } from './useCurrency.ts'
import { formatFiat, minShown } from './formatAmount.ts'

const plain = (text: string) => text.replace(/\s/g, ' ')

test.each([
  [1234.5, 'en', 'usd', '$1,234.50'],
  [1234.5, 'de', 'eur', '1.234,50 €'],
  [1234.5, 'en', 'aud', 'A$1,234.50'],
  [1234.5, 'en', 'jpy', '¥1,235'],
  [0.28345123, 'en', 'btc', 'BTC 0.28345123'],
  [8.8, 'en', 'eth', 'ETH 8.80'],
  [0.001, 'en', 'usd', '<$0.01'],
  [0.2, 'en', 'jpy', '<¥1'],
  [0.000_000_001, 'en', 'btc', '<BTC 0.00000001'],
  [0, 'en', 'usd', '$0.00'],
] as const)(
  'formatFiat(%d) in the locale %s and the currency %s returns %s',
  (value, locale, currency, text) => {
    expect(plain(formatFiat(value, locale, currency))).toBe(text)
  },
)

test('every currency of the API can be chosen in the kit', () => {
  expect(offered).toEqual(currencies)
})

test('every currency has a smallest shown amount, and Arabic text without direction marks', () => {
  for (const currency of currencies) {
    expect(minShown(currency)).toBeGreaterThan(0)
    expect(formatFiat(12, 'ar-u-nu-latn', currency)).not.toMatch(/[\u200e\u200f\u061c]/)
  }
})
