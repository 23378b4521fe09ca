import { locales } from '@latchkey/protocol/locale'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { formatFiat, formatQuantity } from '../../../react/account/formatAmount.ts'
import { formatExact, formatFee, formatSum } from '../../../react/account/formatExact.ts'
import { formatMoney, formatTokens } from '../../../react/features/onramp/money.ts'
import { formatLocaleOf } from '../../../react/i18n/useFormatLocale.ts'
import { parseAmount } from './parseAmount.ts'
import { writtenAmount } from './writtenAmount.ts'

/** The regions in which each language is tested, because separators and groups depend on them. */
const regions = [
  '',
  'US',
  'GB',
  'IN',
  'ZA',
  'DE',
  'AT',
  'CH',
  'LI',
  'ES',
  'MX',
  'AR',
  'FR',
  'CA',
  'BE',
  'PT',
  'BR',
  'AO',
  'JP',
  'CN',
  'TW',
  'EG',
  'MA',
  'AE',
  'IR',
  'AF',
  'KR',
  'RU',
  'UA',
  'KZ',
  'TR',
  'CY',
  'VN',
  'ID',
  'IT',
  'NL',
  'PL',
  'SE',
  'TH',
]
const tags = locales.flatMap((language) =>
  regions.map((region) => formatLocaleOf(language, region ? [`${language}-${region}`] : [])),
)
const own = locales.map((language) => `${language}-u-nu-`)

/** The functions by which the modal shows an amount, by kind. */
const figures: { readonly [kind: string]: (quantity: string, locale: string) => string } = {
  exact: formatExact,
  quantity: formatQuantity,
  sum: formatSum,
  fee: formatFee,
  offer: (quantity, locale) => formatTokens(quantity, '', locale),
}

/** Parses a figure with the separators that Intl uses in this language. */
function parsedFigure(figure: string, locale: string): bigint {
  const parts = new Intl.NumberFormat(locale, {
    useGrouping: 'always',
  } as unknown as Intl.NumberFormatOptions).formatToParts(1_234_567.5) // types lack 'always'
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  const [whole = '', fraction = ''] = figure.split(decimal)
  return BigInt(whole.replace(/\D/g, '') + fraction.replace(/\D/g, '').padEnd(18, '0'))
}

const amount = fc
  .oneof(
    fc.bigInt({ min: 0n, max: 10n ** 26n }),
    fc.bigInt({ min: 0n, max: 2_000n * 10n ** 18n }),
    fc.nat(9_999_999).map((whole) => BigInt(whole) * 10n ** 18n),
  )
  .map((value) => formatUnits(value, 18))

test.each(Object.keys(figures))(
  'a figure of the kind %s is read exactly as shown in every language, or refused if it is ambiguous',
  (kind) => {
    fc.assert(
      fc.property(amount, fc.constantFrom(...tags), (quantity, locale) => {
        const figure = figures[kind]?.(quantity, locale) ?? ''
        if (figure.startsWith('<')) return // "less than …" is no exact amount
        const parsed = parseAmount(figure, 18, locale)
        if (parsed.status === 'refused')
          expect([parsed.fault, figure]).toEqual([
            'ambiguous',
            expect.stringMatching(/^[1-9]\d{0,2}[.,]\d{3}$/),
          ])
        else expect(parsed).toEqual({ status: 'amount', amount: parsedFigure(figure, locale) })
      }),
      { numRuns: 400 },
    )
  },
)

test('a figure is read the same in the digits of any script', () => {
  const systems = Intl.supportedValuesOf('numberingSystem').filter((system) =>
    /^\p{Nd}+$/u.test(
      new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(10),
    ),
  )
  fc.assert(
    fc.property(
      amount,
      fc.constantFrom(...own),
      fc.constantFrom(...systems),
      (quantity, language, system) => {
        const figure = formatQuantity(quantity, language + system)
        if (figure.startsWith('<')) return
        const latin = parseAmount(
          formatQuantity(quantity, `${language}latn`),
          18,
          language.replace(/-u-nu-$/, ''),
        )
        expect(parseAmount(figure, 18, language.replace(/-u-nu-$/, ''))).toEqual(latin)
      },
    ),
  )
})

/** Currencies with two, none or three decimals. CHF has its own separators in some regions. */
const currencies = ['USD', 'EUR', 'CHF', 'GBP', 'BRL', 'INR', 'JPY', 'KWD']

/** The number in an amount of money without the currency's sign, as a visitor copies it. */
const copiedNumber = (money: string) => /\d(?:.*\d)?/s.exec(money)?.[0] ?? ''

test('an amount of money is read as it is shown, or refused as `ambiguous`', () => {
  const kinds = [
    (cents: number, currency: string, locale: string) =>
      formatMoney((cents / 100).toFixed(2), currency, locale),
    (cents: number, currency: string, locale: string) =>
      formatMoney(String(Math.floor(cents / 100)), currency, locale, { isShort: true }),
    (cents: number, _: string, locale: string) => formatFiat(cents / 100, locale, 'eur'),
  ]
  fc.assert(
    fc.property(
      fc.nat(500_000_000),
      fc.constantFrom(...currencies),
      fc.constantFrom(...tags),
      fc.constantFrom(...kinds),
      (cents, currency, locale, format) => {
        const [written, shown] = [
          format,
          (cents: number, currency: string) => format(cents, currency, 'en'),
        ].map((formatted) => copiedNumber(formatted(cents, currency, locale)))
        const parsed = parseAmount(written ?? '', 18, locale)
        const value =
          BigInt((shown ?? '').replace(/\D/g, '')) *
          10n ** BigInt(18 - ((shown ?? '').split('.')[1]?.length ?? 0))
        expect(parsed.status === 'refused' ? parsed.fault : parsed).toEqual(
          parsed.status === 'refused' ? 'ambiguous' : { status: 'amount', amount: value },
        )
      },
    ),
    { numRuns: 2_000 },
  )
})

test.each([
  ['en-DE', '1,234'],
  ['en-DE', '1.234'],
  ['en-SE', '1,234'],
  ['de-AT', '1.234'],
  ['en-CH', '1,234'],
])('in %s both signs can separate thousands, so %s is refused', (locale, text) => {
  expect(parseAmount(text, 18, locale)).toEqual({ status: 'refused', fault: 'ambiguous' })
})

test('an amount that the kit writes into a field is read unchanged, in every language and region', () => {
  const decimals = fc.constantFrom(0, 2, 3, 6, 18)
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 24n }),
      fc.nat(999_999),
      decimals,
      fc.boolean(),
      fc.constantFrom(...tags),
      (large, small, digits, isSmall, locale) => {
        const value = isSmall ? BigInt(small) : large
        expect(
          parseAmount(writtenAmount(formatUnits(value, digits), locale), digits, locale),
        ).toEqual({ status: 'amount', amount: value })
      },
    ),
    { numRuns: 1_000 },
  )
})
