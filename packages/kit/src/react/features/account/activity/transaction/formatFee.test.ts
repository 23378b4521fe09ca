import { expect, test } from 'vitest'
import { formatFee } from './formatFee.ts'

test('a fee has at most six significant digits, also when it is small', () => {
  expect(formatFee('0.000031254199', 'en')).toBe('0.0000312542')
  expect(formatFee('0.000000000000000001', 'en')).toBe('0.000000000000000001')
  expect(formatFee('0.002100000000000000', 'en')).toBe('0.0021')
  expect(formatFee('1234.56789', 'de')).toBe('1.234,57')
  expect(formatFee('0', 'en')).toBe('0')
})
