import { expect, test } from 'vitest'
import { fill } from './messages.ts'

const latin = 'en-US'
const isolated = (text: string) => `\u2068${text}\u2069`

test('puts values into their places, as often as they are named', () => {
  expect(
    fill('{wallet}: open {wallet}, then {network}.', latin, { wallet: 'Rainbow', network: 'Base' }),
  ).toBe('Rainbow: open Rainbow, then Base.')
})

test('a placeholder that a text leaves out is not filled, one that has no value stays', () => {
  expect(fill('Open your wallet', latin, { wallet: 'Rainbow' })).toBe('Open your wallet')
  expect(fill('Open {walet}', latin, { wallet: 'Rainbow' })).toBe('Open {walet}')
  expect(fill('Open {constructor}', latin)).toBe('Open {constructor}')
})

test('a value is not filled again', () => {
  expect(fill('Open {wallet} on {network}', latin, { wallet: '{network}', network: 'Base' })).toBe(
    'Open {network} on Base',
  )
})

test('numbers are written as the language has them', () => {
  expect(fill('{count} wallets', 'en-US', { count: 1_234 })).toBe('1,234 wallets')
  expect(fill('{count} Wallets', 'de', { count: 1_234 })).toBe('1.234 Wallets')
})

test('in a language from left to right, what is written the other way is isolated, and nothing else', () => {
  expect(fill('Continue in {wallet} (app)', latin, { wallet: 'محفظة' })).toBe(
    `Continue in ${isolated('محفظة')} (app)`,
  )
  expect(fill('Continue in {wallet}', latin, { wallet: 'Rainbow' })).toBe('Continue in Rainbow')
})

const arabic = 'ar-u-nu-latn'
test.for([
  ['a name', 'تابع في {value} (2)', 'Rainbow'],
  ['a name that ends in a sign', 'لا شيء يطابق «{value}».', '"Fox" 2.0 (beta)'],
  ['a number', 'المحافظ: {value}', 12],
  ['a name in the same script', 'تابع في {value}', 'محفظة'],
  ['what stands alone', '{value}', '1 USDC'],
  ['what stands between signs', '({value}) …', 'C++'],
] as const)('in Arabic every value is isolated: %s', ([, text, value]) => {
  expect(fill(text, arabic, { value })).toBe(text.replace('{value}', isolated(String(value))))
})
