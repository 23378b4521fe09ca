import { expect, test } from 'vitest'
import { fill } from './fill.ts'
import { plural, type Plural } from './messages.ts'

const isolated = (text: string) => `\u2068${text}\u2069`

test('every occurrence of a placeholder is filled with its value', () => {
  expect(
    fill('{wallet}: open {wallet}, then {network}.', { wallet: 'Rainbow', network: 'Base' }),
  ).toBe('Rainbow: open Rainbow, then Base.')
})

test('a value without a placeholder is ignored, and a placeholder without a value stays', () => {
  expect(fill('Open your wallet', { wallet: 'Rainbow' })).toBe('Open your wallet')
  expect(fill('Open {walet}', { wallet: 'Rainbow' })).toBe('Open {walet}')
  expect(fill('Open {constructor}')).toBe('Open {constructor}')
})

test('a placeholder inside a value is not filled', () => {
  expect(fill('Open {wallet} on {network}', { wallet: '{network}', network: 'Base' })).toBe(
    'Open {network} on Base',
  )
})

test('a number is formatted for `numberLocale`', () => {
  expect(fill('{count} wallets', { count: 1_234 }, { numberLocale: 'en-US' })).toBe('1,234 wallets')
  expect(fill('{count} Wallets', { count: 1_234 }, { numberLocale: 'de' })).toBe('1.234 Wallets')
})

test('in a left-to-right language only a value in a right-to-left script is isolated', () => {
  expect(fill('Continue in {wallet} (app)', { wallet: 'محفظة' })).toBe(
    `Continue in ${isolated('محفظة')} (app)`,
  )
  expect(fill('Continue in {wallet}', { wallet: 'Rainbow' })).toBe('Continue in Rainbow')
})

const arabic = { numberLocale: 'ar-u-nu-latn', direction: 'rtl' } as const
test.for([
  ['a name', 'تابع في {value} (2)', 'Rainbow'],
  ['a name that ends with a punctuation mark', 'لا شيء يطابق «{value}».', '"Fox" 2.0 (beta)'],
  ['a number', 'المحافظ: {value}', 12],
  ['a name in the same script', 'تابع في {value}', 'محفظة'],
  ['a value alone', '{value}', '1 USDC'],
  ['a value between punctuation marks', '({value}) …', 'C++'],
] as const)('in Arabic every value is isolated: %s', ([, text, value]) => {
  expect(fill(text, { value }, arabic)).toBe(text.replace('{value}', isolated(String(value))))
})

test('without a number locale a number is written as plain digits', () => {
  expect(fill('{count} bytes', { count: 12_345 })).toBe('12345 bytes')
})

test('with `isolation: always` texts are isolated in any script, and numbers are not', () => {
  expect(fill('{name}: {count}', { name: 'Rainbow', count: 3 }, { isolation: 'always' })).toBe(
    `${isolated('Rainbow')}: 3`,
  )
})

test('a value that contains isolates keeps the direction of the language', () => {
  expect(fill('({value})', { value: isolated('Fox') }, { direction: 'rtl' })).toBe(
    `(\u2067${isolated('Fox')}\u2069)`,
  )
})

test('in English only the count 1 uses the singular form', () => {
  const bytes = plural('{count} byte', '{count} bytes')
  expect([0, 1, 2, 21].map((count) => fill(bytes, { count }))).toEqual([
    '0 bytes',
    '1 byte',
    '2 bytes',
    '21 bytes',
  ])
})

const polish: Plural = {
  locale: 'pl',
  forms: {
    one: '{count} bajt',
    few: '{count} bajty',
    many: '{count} bajtów',
    other: '{count} bajtu',
  },
}
test('the plural form is chosen by the rules of the language, and `other` replaces a missing form', () => {
  expect([1, 2, 5, 12, 22].map((count) => fill(polish, { count }))).toEqual([
    '1 bajt',
    '2 bajty',
    '5 bajtów',
    '12 bajtów',
    '22 bajty',
  ])
  const japanese: Plural = { locale: 'ja', forms: { other: '{count} バイト' } }
  expect(fill(japanese, { count: 1 })).toBe('1 バイト')
  expect(fill({ ...polish, forms: { other: '{count} B' } }, { count: 2 })).toBe('2 B')
})

test('a number that chooses a plural form is also formatted for `numberLocale`', () => {
  const bytes = plural('{count} byte', '{count} bytes')
  expect(fill(bytes, { count: 1_234 }, { numberLocale: 'de' })).toBe('1.234 bytes')
})
