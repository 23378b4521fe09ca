import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSlippage } from '../../../../swap/slippage.ts'
import { readSlippage } from './readSlippage.ts'

test.for([
  ['0.01', 'en', 0.01],
  ['1', 'en', 1],
  ['0,5', 'de', 0.5],
  ['50', 'fr', 50],
  ['٢٫٥', 'ar', 2.5],
  [' 3 ', 'en', 3],
  ['1.50', 'en', 1.5],
] as const)('%s is read', ([text, locale, percent]) => {
  expect(readSlippage(text, locale)).toEqual({ status: 'percent', percent })
})

test.for(['100', '50.01', '0', '0.001', '0.009', '1.234', '-1', '1e1', '0x10', 'one', '.', '1.000.000'])('%s is refused', (text) => {
  expect(readSlippage(text, 'en')).toEqual({ status: 'refused' })
})

test('whatever is typed, it is empty, refused, or a slippage', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('en', 'de', 'ar'), (text, locale) => {
    const read = readSlippage(text, locale)
    expect(read.status === 'percent' ? isSlippage(read.percent) : read.status === 'refused' || text.trim() === '' || read.status === 'empty').toBe(true)
  }))
})
