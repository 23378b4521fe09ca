import { locales } from '@latchkey/protocol/locale'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatLocaleOf } from '../../../i18n/useFormatLocale.ts'
import { formatPercent } from '../formatPercent.ts'
import { isSlippage } from '../../../../domains/swap/slippage.ts'
import { readSlippage } from './readSlippage.ts'

test.for([
  ['0.01', 'en', 0.01],
  ['1', 'en', 1],
  ['0,5', 'de', 0.5],
  ['50', 'fr', 50],
  ['٢٫٥', 'ar', 2.5],
  [' 3 ', 'en', 3],
  ['1.50', 'en', 1.5],
  ['0,5 %', 'de', 0.5],
  ['0.5%', 'en', 0.5],
  ['%0,5', 'tr', 0.5],
  ['٪2.5', 'ar', 2.5],
] as const)('the text %s is read as a slippage', ([text, locale, percent]) => {
  expect(readSlippage(text, locale)).toEqual({ status: 'percent', percent })
})

test.for([
  '100',
  '50.01',
  '0',
  '0.001',
  '0.009',
  '1.234',
  '-1',
  '1e1',
  '0x10',
  'one',
  '.',
  '1.000.000',
  '0%5',
  '1%0',
  '5%%',
  '%5%',
  '5 percent',
  '5 ETH',
  '$5',
])('the text %s is rejected as a slippage', (text) => {
  expect(readSlippage(text, 'en')).toEqual({ status: 'refused' })
})

test('any text is read as empty, as rejected or as a valid slippage', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('en', 'de', 'ar'),
      (text, locale) => {
        const read = readSlippage(text, locale)
        expect(
          read.status === 'percent'
            ? isSlippage(read.percent)
            : read.status === 'refused' || text.trim() === '' || read.status === 'empty',
        ).toBe(true)
      },
    ),
  )
})

test('a shown slippage is read back in every language', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000 }),
      fc.constantFrom(...locales),
      (hundredths, language) => {
        const locale = formatLocaleOf(language, [])
        expect(readSlippage(formatPercent(hundredths / 100, locale), locale)).toEqual({
          status: 'percent',
          percent: hundredths / 100,
        })
      },
    ),
  )
})
