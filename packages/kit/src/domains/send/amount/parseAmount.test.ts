import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { parseAmount } from './parseAmount.ts'

const amount = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })
const decimals = fc.integer({ min: 0, max: 36 })
const read = (text: string, digits = 18, locale = 'en') => {
  const parsed = parseAmount(text, digits, locale)
  return parsed.status === 'amount'
    ? parsed.amount
    : parsed.status === 'refused'
      ? parsed.fault
      : parsed.status
}

describe('generated amounts', () => {
  test('an amount with a point or a comma is read exactly', () => {
    fc.assert(
      fc.property(amount, decimals, (value, digits) => {
        const text = formatUnits(value, digits)
        // in a language that groups digits with this sign, exactly three digits after it are
        // ambiguous
        const [point, comma] = [
          read(text, digits, 'de'),
          read(text.replace('.', ','), digits, 'en'),
        ]
        if (!/^[1-9]\d{0,2}\.\d{3}$/.test(text)) expect([point, comma]).toEqual([value, value])
        else expect([point, comma]).toEqual(['ambiguous', 'ambiguous'])
        expect(read(text, digits, 'en')).toBe(value)
      }),
    )
  })

  test('an amount in a language’s own digits and groups is read correctly or is `ambiguous`', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.constantFrom('en', 'de', 'fr', 'pt', 'es', 'ja', 'de-CH', 'en-IN', 'ar-EG', 'fa'),
        (value, locale) => {
          const text = new Intl.NumberFormat(locale, { maximumFractionDigits: 18 }).format(
            formatUnits(value, 18) as `${number}`,
          )
          expect([value, 'ambiguous']).toContain(read(text, 18, locale))
        },
      ),
    )
  })

  test('more decimals than the token has are refused, except zeros', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        decimals,
        fc.integer({ min: 1, max: 9 }),
        (value, digits, more) => {
          const whole = `${formatUnits(value, digits).split('.')[0]}.${'1'.repeat(digits)}`
          expect(read(`${whole}${more}`, digits)).toBe('tooManyDecimals')
          expect(typeof read(`${whole}0`, digits)).toBe('bigint')
        },
      ),
    )
  })
})

test('a field without a digit counts as empty, not as zero', () => {
  expect([read(''), read('  '), read('\u200e')]).toEqual(['empty', 'empty', 'empty'])
  expect([read('0'), read('0,0'), read('.0'), read('0.')]).toEqual([0n, 0n, 0n, 0n])
})

test.each([
  ['1,5', 'de', 1_500n],
  ['1.5', 'de', 1_500n],
  ['.5', 'en', 500n],
  ['5.', 'en', 5_000n],
  ['1,234.5', 'en', 1_234_500n],
  ['1.234,5', 'de', 1_234_500n],
  ['1.234,5', 'en', 1_234_500n],
  ['1,234,567', 'en', 1_234_567_000n],
  ['1 234,5', 'fr', 1_234_500n],
  ['1 234 567,5', 'fr', 1_234_567_500n],
  [' 12_345 ', 'en', 12_345_000n],
  ['١٬٢٣٤٫٥', 'ar', 1_234_500n],
  ['1’234.5', 'de-CH', 1_234_500n],
  ['١٫٥', 'ar', 1_500n],
  ['۱۲', 'fa', 12_000n],
  ['०१२३४५६७८९.५', 'hi', 123_456_789_500n],
  ['๐๑๒๓๔๕๖๗๘๙.๕', 'th', 123_456_789_500n],
  ['１．５', 'ja', 1_500n],
  ['4,02,118.640', 'hi', 402_118_640n],
  ['१,२३,४५,६७८', 'hi', 12_345_678_000n],
  ['1,23,456', 'en', 123_456_000n],
  ['0.125', 'de', 125n],
  ['1234.567', 'de', 1_234_567n],
  ['001', 'en', 1_000n],
])('the text %s in the language %s is read as the right amount', (text, locale, expected) => {
  expect(read(text, 3, locale)).toBe(expected)
})

test.each([
  ['1,000', 'en'],
  ['999,999', 'en'],
  ['1.000', 'de'],
  ['12.345', 'es'],
  ['01,234', 'en'],
  ['001,234', 'en'],
])('the text %s in the language %s is `ambiguous`', (text, locale) => {
  expect(read(text, 18, locale)).toBe('ambiguous')
})

test.each([
  'abc',
  '-1',
  '+1',
  '1e18',
  '0x10',
  'NaN',
  'Infinity',
  '1.2.3',
  '1,2,3',
  '1 5',
  '12 34',
  '1\n2',
  "5'10",
  '1_5',
  '1٬5',
  "1 000'000",
  '1,5 00',
  '1234 567',
  '1,234,56.7',
  '1,23,45.6',
  '123,45,678',
  '1,23.456',
  '1.234,567,8',
  ',',
  '..',
  '1 ETH',
  '½',
  '1'.repeat(401),
  '<script>',
  '💸',
])('the text %j is refused as `notANumber`', (text) => {
  expect(read(text)).toBe('notANumber')
})

test('an amount above 2^256 is `tooLarge`', () => {
  expect(read(String((1n << 256n) - 1n), 0)).toBe((1n << 256n) - 1n)
  expect(read(String(1n << 256n), 0)).toBe('tooLarge')
})

test.each([1e308, 256, 1.5, -1, Number.NaN, Number.POSITIVE_INFINITY])(
  'for a token with %d decimals every amount is refused',
  (digits) => {
    expect(read('1', digits)).toBe('tooManyDecimals')
  },
)
