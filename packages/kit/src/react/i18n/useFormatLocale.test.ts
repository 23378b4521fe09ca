import { locales } from '@latchkey/protocol/locale'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAge } from '../features/account/tokens/formatAge.ts'
import { formatLocaleOf } from './useFormatLocale.ts'
import { formatFiat, formatQuantity } from '../account/formatAmount.ts'

test('the locale has the visitor’s region if the visitor prefers one for the language, or no region', () => {
  expect(formatLocaleOf('de', ['en-US', 'de-CH', 'de-DE'])).toBe('de-CH-u-nu-latn')
  expect(formatLocaleOf('de', ['en-US', 'den'])).toBe('de-u-nu-latn')
})

test('the browser’s calendar and digits are replaced by the kit’s', () => {
  expect(formatLocaleOf('ar', ['ar-EG-u-nu-arab-ca-islamic'])).toBe('ar-EG-u-nu-latn')
  expect(formatLocaleOf('de', ['de-x-own'])).toBe('de-u-nu-latn')
})

test.each([
  ['en', ['en-US'], '1,234,567.891', '$1,234.50'],
  ['en', ['en-GB'], '1,234,567.891', '$1,234.50'],
  ['de', [], '1.234.567,891', '1.234,50 $'],
  ['de', ['de-CH'], "1'234'567.891", "$ 1'234.50"],
  ['es', ['es-ES'], '1.234.567,891', '1234,50 $'],
  ['es', ['es-MX'], '1,234,567.891', '$1,234.50'],
  ['fr', [], '1 234 567,891', '1 234,50 $'],
  ['pt', [], '1.234.567,891', '$ 1.234,50'],
  ['ja', [], '1,234,567.891', '$1,234.50'],
  ['zh', [], '1,234,567.891', '$1,234.50'],
  ['ar', ['ar-EG'], '1,234,567.891', '1,234.50 US$'],
  ['fa', ['fa-IR'], '1,234,567.891', '$ 1,234.50'],
  ['hi', ['hi-IN'], '12,34,567.891', '$1,234.50'],
  ['th', [], '1,234,567.891', '$1,234.50'],
  ['ru', [], '1 234 567,891', '1 234,50 $'],
  ['pl', [], '1 234 567,891', '1234,50 $'],
] as const)(
  'in the language %s with the browser languages %j, amounts and money are formatted correctly',
  (language, preferred, quantity, money) => {
    const locale = formatLocaleOf(language, preferred)
    const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replaceAll('’', "'")
    expect(plain(formatQuantity('1234567.8919', locale))).toBe(quantity)
    expect(plain(formatFiat(1_234.5, locale))).toBe(money)
  },
)

test('an amount has three decimals and is never rounded up', () => {
  expect(formatQuantity('2', 'de')).toBe('2,000')
  expect(formatQuantity('0.9999', 'de')).toBe('0,999')
  expect(formatQuantity('123456789012345678901234567890.123456', 'de')).toBe(
    '123.456.789.012.345.678.901.234.567.890,123',
  )
  expect(formatQuantity('0.0004', 'de')).toBe('<0,001')
  expect(formatFiat(0.004, 'de').replace('\u00a0', ' ')).toBe('<0,01 $')
})

test.each([
  ['en', '1 hour ago', 'yesterday'],
  ['de', 'vor 1 Stunde', 'gestern'],
  ['ja', '1 時間前', '昨日'],
  ['ar', 'قبل ساعة واحدة', 'أمس'],
  ['ru', '1 час назад', 'вчера'],
  ['ko', '1시간 전', '어제'],
  ['fa', '1 ساعت پیش', 'دیروز'],
] as const)('in the language %s, ages are formatted correctly', (language, hour, day) => {
  expect(formatAge(-3_600_000, formatLocaleOf(language, []))).toBe(hour)
  expect(formatAge(-86_400_000, formatLocaleOf(language, []))).toBe(day)
})

test.each([
  ['ar', 'ar-EG'],
  ['fa', 'fa-IR'],
  ['hi', 'hi-IN-u-nu-deva'],
] as const)('in the language %s, digits are Latin', (language, region) => {
  expect(formatAge(-5 * 60_000, formatLocaleOf(language, [region]))).toContain('5')
})

test('formatLocaleOf returns a tag that Intl accepts, for any languages of the browser', () => {
  expect(formatLocaleOf('en', ['en-US@posix'])).toBe('en-US-u-nu-latn')
  expect(formatLocaleOf('de', ['de_AT.utf8'])).toBe('de-AT-u-nu-latn')
  expect(formatLocaleOf('zh', ['zh-Hant-TW'])).toBe('zh-Hant-TW-u-nu-latn')
  expect(
    ['C', 'POSIX', '', 'en-', '-', 'en-US-u-nu-', 'en_US.UTF-8', 'en-USA', 'en-419', 'en-x-'].map(
      (tag) => formatLocaleOf('en', [tag]),
    ),
  ).toEqual(
    ['en', 'en', 'en', 'en', 'en', 'en-US', 'en-US', 'en', 'en-419', 'en'].map(
      (tag) => `${tag}-u-nu-latn`,
    ),
  )
  const part = fc.oneof(
    fc.constantFrom(
      'en',
      'de',
      'US',
      '419',
      'Latn',
      '-',
      '_',
      '@',
      '.',
      'u',
      'x',
      'posix',
      'utf8',
      'nu',
      'ca',
    ),
    fc.string({ maxLength: 3 }),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...locales),
      fc.array(fc.array(part).map((parts) => parts.join(''))),
      (language, preferred) => {
        const tag = formatLocaleOf(language, [
          ...preferred,
          ...preferred.map((keyword) => `${language}${keyword}`),
          ...preferred.map((keyword) => `${language}-${keyword}`),
        ])
        expect(new Intl.NumberFormat(tag).resolvedOptions().numberingSystem).toBe('latn')
        expect(() => [
          new Intl.DateTimeFormat(tag),
          new Intl.DisplayNames(tag, { type: 'currency' }),
          new Intl.ListFormat(tag),
          new Intl.RelativeTimeFormat(tag),
        ]).not.toThrow()
      },
    ),
  )
})
