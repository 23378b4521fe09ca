import fc from 'fast-check'
import { formatUnits as formatUnitsOfViem } from 'viem'
import { expect, test } from 'vitest'
import { formatUnits } from '@latchkey/protocol/formatUnits'

test('formatUnits agrees with viem for every amount and every number of decimals', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.integer({ min: 0, max: 255 }),
      (amount, decimals) => {
        expect(formatUnits(amount, decimals)).toBe(formatUnitsOfViem(amount, decimals))
      },
    ),
  )
})

test.each([
  [0n, 18, '0'],
  [0n, 0, '0'],
  [1n, 18, '0.000000000000000001'],
  [10n ** 18n, 18, '1'],
  [1_500_000n, 6, '1.5'],
  [100n, 0, '100'],
  [
    2n ** 256n - 1n,
    18,
    '115792089237316195423570985008687907853269984665640564039457.584007913129639935',
  ],
])('formatUnits(%d, %d) returns %s', (amount, decimals, text) => {
  expect(formatUnits(amount, decimals)).toBe(text)
})
