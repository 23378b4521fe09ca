import { expect, test } from 'vitest'
import { sumText } from './amountTexts.ts'

test.for([
  [1_999_999_999_999_999_999n, 18, '1.999999 X'],
  [999_999_999_999n, 18, '0.000000999 X'],
  [5n, 8, '0.00000005 X'],
  [0n, 18, '0 X'],
  [1_234_567n, 0, '1,234,567 X'],
  [1n, 36, `0.${'0'.repeat(35)}1 X`],
] as const)(
  'the shown amount is never more than the received one: %s',
  ([amount, decimals, text]) => {
    expect(sumText(amount, { decimals, symbol: 'X' }, 'en')).toBe(text)
  },
)
