import fc from 'fast-check'
import { expect, test } from 'vitest'
import { relayRefusals } from './relay.ts'
import { readClockFault, relayTimeText } from './relayTime.ts'

test('`readClockFault` reads the fault and the relay’s time to the second, and the reason fits into a close frame', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1.6e12, max: 4.1e12 }),
      fc.constantFrom('early', 'late'),
      (now, fault) => {
        const reason = relayRefusals.token + relayRefusals[fault] + relayTimeText(now)
        expect(readClockFault(reason)).toEqual({ fault, now: Math.floor(now / 1_000) * 1_000 })
        expect(new TextEncoder().encode(reason).length).toBeLessThan(124)
      },
    ),
  )
})

test('`readClockFault` reads the token’s fault also if the relay does not report its time', () => {
  expect(readClockFault('JWT validation error: JWT Token is expired: Expired')).toEqual({
    fault: 'late',
  })
  expect(readClockFault('Unauthorized: JWT Token is not yet valid (basic claims)')).toEqual({
    fault: 'early',
  })
})

test.each([
  undefined,
  '',
  'Unauthorized: origin not allowed',
  'JWT validation error: JWT Token is malformed',
  '(relay time 1767600000)',
])('`readClockFault` finds no fault in the reason %j', (reason) => {
  expect(readClockFault(reason)).toBeUndefined()
})

test.each([0, 1_000_000_000, 4_102_444_801, 9_999_999_999, 99_999_999_999])(
  'an impossible time of the relay (%d s) is ignored',
  (seconds) => {
    expect(
      readClockFault(`JWT validation error: JWT Token is expired (relay time ${seconds})`),
    ).toEqual({ fault: 'late' })
  },
)
