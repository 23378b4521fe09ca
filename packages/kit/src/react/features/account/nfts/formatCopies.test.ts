import { expect, test } from 'vitest'
import { formatCopies } from './formatCopies.ts'

test.each([
  ['2', 'en', '×2'],
  ['1299', 'en', '×1.2K'],
  ['12345678', 'de', '×12,3 Mio.'],
  ['9'.repeat(100), 'en', '>999T'],
])('formatCopies(%s) in %s returns %s', (amount, locale, text) => {
  expect(formatCopies(amount, locale).replace(/\s/g, ' ')).toBe(text)
})
