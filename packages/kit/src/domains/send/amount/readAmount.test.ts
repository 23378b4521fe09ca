import { locales } from '@latchkey/protocol/locale'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatExact } from '../../../react/account/formatExact.ts'
import { formatLocaleOf } from '../../../react/i18n/useFormatLocale.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { parseAmount } from './parseAmount.ts'
import { readAmount } from './readAmount.ts'

const read = (text: string, symbol: string, locale = 'en') => {
  const parsed = readAmount(text, { symbol, decimals: 6 }, locale)
  return parsed.status === 'amount' ? parsed.amount : parsed.status
}

test.each([
  ['1 ETH', 'ETH', 1_000_000n],
  ['1ETH', 'ETH', 1_000_000n],
  ['ETH 1', 'ETH', 1_000_000n],
  ['1 eth', 'ETH', 1_000_000n],
  ['1,000.50 USDC', 'USDC', 1_000_500_000n],
  ['1,000.50\u00a0USDC', 'USDC', 1_000_500_000n],
  ['\u2068USDC 1,000.50\u2069', 'USDC', 1_000_500_000n],
  ['1 USDC.e', 'USDC.e', 1_000_000n],
  ['5 1INCH', '1INCH', 5_000_000n],
  ['1INCH 5', '1INCH', 5_000_000n],
  ['5 $PEPE', '$PEPE', 5_000_000n],
  ['0.5 ₿', '₿', 500_000n],
  ['1 🍞', '🍞', 1_000_000n],
  ['2.5', 'ETH', 2_500_000n],
  ['ETH', 'ETH', 'empty'],
])('the text %j is read as an amount of the token %s', (text, symbol, amount) => {
  expect(read(text, symbol)).toBe(amount)
})

test.each([
  ['1 USDC', 'ETH'],
  ['1 WETH', 'ETH'],
  ['1 ETHX', 'ETH'],
  ['$1', 'USDC'],
  ['1 USD', 'USDC'],
  ['1 ETH ETH', 'ETH'],
  ['ETH 1 ETH', 'ETH'],
  ['51INCH', '1INCH'],
  ['1INCH5', '1INCH'],
  ['5 M', 'M'],
  ['5M', 'M'],
  ['5k', 'K'],
  ['1e18', 'e18'],
  ['1e', 'E'],
  ['0x10', 'x10'],
  ['3万', '万'],
  ['1%', 'ETH'],
  ['-1 ETH', 'ETH'],
  ['1 ETH 2', 'ETH'],
  ['≈1 ETH', 'ETH'],
  ['1,000 ETH', 'ETH'],
  ['-1', '-'],
  ['+1', '+'],
  ['1~', '~'],
])('the text %j is refused as an amount of the token %s', (text, symbol) => {
  expect(read(text, symbol)).toBe('refused')
})

test.each([
  '\u2212',
  '×',
  '÷',
  '±',
  '≈',
  '√',
  '<=',
  '\u2212\u2212',
  '⁻',
  '%',
  '‰',
  'mln',
  'Mld',
  'bln',
  'trn',
  'kk',
  'mille',
  'Million',
  'millions',
  'thousand',
  'hundred',
  'dozen',
  'billion',
  'lakh',
  'lac',
  'crore',
  'тыс',
  'млн',
  'МЛРД',
  'tsd',
  'juta',
  'ribu',
  'triệu',
  'nghìn',
  'พัน',
  'ล้าน',
  'हज़ार',
  'लाख',
  'करोड़',
  'ألف',
  'مليون',
])('beside a number, the symbol %j is not removed, as it could be a sign or a multiple', (name) => {
  for (const text of [`${name}5`, `${name} 5`, `5${name}`, `5 ${name}`])
    expect(read(text, name), text).toBe('refused')
})

test.each([
  ['1 000', '000', 1_000_000_000n],
  ['5.5', '.5', 5_500_000n],
  ['12', '2', 12_000_000n],
  ['1,5', ',5', 1_500_000n],
])('a digit or separator in %j does not count as the symbol %j', (text, symbol, amount) => {
  expect(read(text, symbol)).toBe(amount)
})

const symbol = fc.oneof(
  fc.constantFrom(
    'ETH',
    'USDC.e',
    '1INCH',
    'USD₮0',
    '000',
    '.',
    ',',
    'e18',
    'x',
    '5',
    ' ',
    'M',
    '$',
    '٣',
    'İ',
    'ß',
    '-',
    '½',
    '1 0',
  ),
  fc.string({ maxLength: 4 }),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  fc.string({ unit: fc.constantFrom('0', '1', '5', 'e', '.', ',', ' ', 'X'), maxLength: 4 }),
)

test('with any symbol of a token, the number is read unchanged or refused', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      symbol,
      fc.constantFrom('', ' ', '\u00a0'),
      fc.boolean(),
      fc.constantFrom(...locales),
      (value, name, space, isBefore, language) => {
        const locale = formatLocaleOf(language, [])
        const number = formatExact(formatUnits(value, 6), locale)
        const text = isBefore ? name + space + number : number + space + name
        const [alone, whole, got] = [
          parseAmount(number, 6, locale),
          parseAmount(text, 6, locale),
          readAmount(text, { symbol: name, decimals: 6 }, locale),
        ]
        // the amount equals that of the number alone, or of the whole text if the symbol has digits
        if (got.status === 'amount') expect([alone, whole]).toContainEqual(got)
        expect(readAmount(number, { symbol: name, decimals: 6 }, locale)).toEqual(alone)
      },
    ),
    { numRuns: 5_000 },
  )
})

test('an amount can be pasted as the modal shows it, in every language', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 14n }),
      fc.constantFrom('ETH', 'USDC', 'WBTC', 'USDC.e', 'stETH'),
      fc.constantFrom(...locales),
      (value, name, language) => {
        const locale = formatLocaleOf(language, [])
        const number = formatExact(formatUnits(value, 6), locale)
        expect(readAmount(`${number} ${name}`, { symbol: name, decimals: 6 }, locale)).toEqual(
          parseAmount(number, 6, locale),
        )
      },
    ),
  )
})

test('an amount with another symbol is refused', () => {
  const name = fc.string({
    unit: fc.constantFrom('A', 'b', 'E', 'T', 'H', '$', '€'),
    minLength: 1,
    maxLength: 5,
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e9 }),
      name,
      name,
      fc.boolean(),
      (value, mine, second, isBefore) => {
        fc.pre(mine.toLowerCase() !== second.toLowerCase())
        expect(read(isBefore ? `${second} ${value}` : `${value} ${second}`, mine)).toBe('refused')
      },
    ),
  )
})
