import { expect, test } from 'vitest'
import { readAmount, showAmount } from './amounts.ts'

test.each([
  ['0.001', 18, 10n ** 15n],
  ['1,5', 6, 1_500_000n],
  [' 2 ', 0, 2n],
])('`readAmount` reads %s', (text, decimals, amount) => {
  expect(readAmount(text, decimals)).toBe(amount)
})

test.each(['', '0', '0.0', '-1', '1e3', '0x1', '1.0000001', '.', 'ten'])(
  '`readAmount` refuses "%s"',
  (text) => {
    expect(readAmount(text, 6)).toBeUndefined()
  },
)

test.each([
  ['1234567.89', '1,234,567.89'],
  ['0.00001', '<0.0001'],
  ['0', '0'],
  ['9.99999', '9.9999'],
  ['12.500000', '12.5'],
])('`showAmount` shows %s as %s', (quantity, shown) => {
  expect(showAmount(quantity)).toBe(shown)
})
