import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onrampMaxText, readOnrampMax } from './onrampMax.ts'

test('`readOnrampMax` reads the amount that `onrampMaxText` wrote, only for the same currency', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 12 }), (cents) => {
      const max = (cents / 100).toFixed(2)
      expect(readOnrampMax(onrampMaxText(max, 'USD'), 'USD')).toBe(max)
      expect(readOnrampMax(onrampMaxText(max, 'USD'), 'EUR')).toBeUndefined()
    }),
  )
})

test('`readOnrampMax` returns undefined for any other text', () => {
  for (const text of [
    '',
    'Insufficient',
    'There is not as much of this currency now',
    onrampMaxText('-5.00', 'USD'),
    onrampMaxText('1e5', 'USD'),
    onrampMaxText('5', 'USD'),
    `${onrampMaxText('5.00', 'USD')}!`,
  ])
    expect(readOnrampMax(text, 'USD'), text).toBeUndefined()
  fc.assert(
    fc.property(fc.string(), (text) => void expect(readOnrampMax(text, 'USD')).toBeUndefined()),
  )
})
