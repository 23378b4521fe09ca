import { locales } from '@latchkey/protocol/locale'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatFiat } from '../../../react/account/formatAmount.ts'
import { formatMoney } from '../../../react/features/onramp/money.ts'
import { formatLocaleOf } from '../../../react/i18n/useFormatLocale.ts'
import { readMoney } from './readMoney.ts'

const regions = [
  '',
  'US',
  'GB',
  'IN',
  'DE',
  'AT',
  'CH',
  'MX',
  'BR',
  'CA',
  'EG',
  'IR',
  'TR',
  'PL',
  'SE',
]
const tags = locales.flatMap((language) =>
  regions.map((region) => formatLocaleOf(language, region ? [`${language}-${region}`] : [])),
)
const currencies = [
  'USD',
  'EUR',
  'CHF',
  'GBP',
  'BRL',
  'INR',
  'CAD',
  'AUD',
  'PLN',
  'CZK',
  'BGN',
  'AED',
  'PEN',
  'TRY',
  'UAH',
]

test('money can be pasted as the modal shows it, with its sign, in every language', () => {
  const kinds = [
    (cents: number, currency: string, locale: string) =>
      formatMoney((cents / 100).toFixed(2), currency, locale),
    (cents: number, currency: string, locale: string) =>
      `${currency} ${new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(cents / 100)}`,
    (cents: number, currency: string, locale: string) =>
      `\u2068${formatMoney((cents / 100).toFixed(2), currency, locale)}\u2069 `,
  ]
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 500_000_000 }),
      fc.constantFrom(...currencies),
      fc.constantFrom(...tags),
      fc.constantFrom(...kinds),
      (cents, currency, locale, format) => {
        expect(readMoney(format(cents, currency, locale), currency, 2, locale)).toEqual({
          status: 'amount',
          amount: BigInt(cents),
        })
      },
    ),
    { numRuns: 2_000 },
  )
})

test.each([
  ['usd', '1,234.50', 123_450n],
  ['btc', '0.12345678', 12_345_678n],
  ['eth', '1.5', 150_000_000n],
  ['jpy', '1234', 123_400_000_000n],
] as const)(
  'a price shown in %s is read exactly, or refused as `ambiguous`',
  (currency, number, amount) => {
    expect(
      readMoney(
        formatFiat(Number(number.replace(',', '')), 'en', currency),
        currency,
        currency === 'usd' ? 2 : 8,
        'en',
      ),
    ).toEqual(
      currency === 'jpy' ? { status: 'refused', fault: 'ambiguous' } : { status: 'amount', amount },
    )
  },
)

test.each([
  '$1,000.50',
  '1,000.50 USD',
  '$1,000.50 USD',
  'USD 1,000.50',
  'usd1,000.50',
  '\u200e$\u00a01,000.50\u200f',
  '1,000.50$',
])('the text %s is read as an amount of dollars', (text) => {
  expect(readMoney(text, 'USD', 2, 'en')).toEqual({ status: 'amount', amount: 100_050n })
})

test('for a currency without a smaller unit, every shown figure can be read, in every language', () => {
  fc.assert(
    fc.property(
      fc.nat(9_999_999),
      fc.constantFrom(...tags),
      fc.boolean(),
      (yen, locale, isBare) => {
        const figure = formatFiat(yen, locale, 'jpy')
        expect(
          readMoney(isBare ? (/\d(?:.*\d)?/.exec(figure)?.[0] ?? '') : figure, 'jpy', 0, locale),
        ).toEqual({ status: 'amount', amount: BigInt(yen) })
      },
    ),
  )
  expect(readMoney('1.5', 'jpy', 0, 'en')).toEqual({ status: 'refused', fault: 'tooManyDecimals' })
})

test('an amount with the sign of another currency is refused', () => {
  for (const text of ['€5', '5 EUR', '$5$', '$$5', '5 $ 5', 'A$5', 'USD'])
    expect(readMoney(text, 'USD', 2, 'en'), text).toMatchObject({
      status: text === 'USD' ? 'empty' : 'refused',
    })
})

test('for any text, a currency sign does not change the amount', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('1', '0', '.', ',', '$', '€', 'U', 'S', 'D', ' ', '-', 'e'),
      }),
      fc.constantFrom(...tags),
      (text, locale) => {
        expect(['empty', 'amount', 'refused']).toContain(readMoney(text, 'USD', 2, locale).status)
        if (/-|e/.test(text)) expect(readMoney(text, 'USD', 2, locale).status).toBe('refused')
      },
    ),
  )
})
