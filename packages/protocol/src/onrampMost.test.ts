import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onrampMostText, readOnrampMost } from './onrampMost.ts'

test('what is said is read, in its own currency alone', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 12 }), (cents) => {
      const most = (cents / 100).toFixed(2)
      expect(readOnrampMost(onrampMostText(most, 'USD'), 'USD')).toBe(most)
      expect(readOnrampMost(onrampMostText(most, 'USD'), 'EUR')).toBeUndefined()
    }),
  )
})

test('any other text says no amount', () => {
  for (const text of [
    '',
    'Insufficient',
    'There is not as much of this currency now',
    onrampMostText('-5.00', 'USD'),
    onrampMostText('1e5', 'USD'),
    onrampMostText('5', 'USD'),
    `${onrampMostText('5.00', 'USD')}!`,
  ])
    expect(readOnrampMost(text, 'USD'), text).toBeUndefined()
  fc.assert(
    fc.property(fc.string(), (text) => void expect(readOnrampMost(text, 'USD')).toBeUndefined()),
  )
})
