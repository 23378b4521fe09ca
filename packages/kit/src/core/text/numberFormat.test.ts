import { expect, test } from 'vitest'
import { numberFormat } from './numberFormat.ts'

test('the format of a language with the same options is made once', () => {
  const euros = { style: 'currency', currency: 'EUR' } as const
  expect(numberFormat('de', { ...euros })).toBe(numberFormat('de', euros))
  expect(numberFormat('de')).toBe(numberFormat('de', {}))
})

test('each language and each combination of options has its own format', () => {
  const format = (locale: string, options?: Intl.NumberFormatOptions) =>
    numberFormat(locale, options).format(1234.5)
  expect(format('en')).toBe('1,234.5')
  expect(format('de')).toBe('1.234,5')
  expect(format('en', { maximumFractionDigits: 0 })).toBe('1,235')
  expect(format('en', { maximumFractionDigits: 0, useGrouping: false })).toBe('1235')
})

test('an invalid language or currency throws each time', () => {
  expect(() => numberFormat('en-US@posix')).toThrow(RangeError)
  expect(() => numberFormat('en-US@posix')).toThrow(RangeError)
  expect(() => numberFormat('en', { style: 'currency', currency: 'X' })).toThrow(RangeError)
})
