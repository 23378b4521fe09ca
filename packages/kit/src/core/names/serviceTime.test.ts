import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startTestKit } from '../../session/startTestKit.ts'
import { noteServiceTime, serviceAhead } from './serviceTime.ts'

/** The headers of an answer of this time, milliseconds since 1970. */
const dated = (time: number) => new Headers({ date: new Date(time).toUTCString() })

test('a cached answer does not set the time of the service back', () => {
  const off = fc.integer({ min: -30 * 86_400, max: 30 * 86_400 })
  fc.assert(
    fc.property(
      off,
      fc.array(fc.integer({ min: 0, max: 3_600 }), { maxLength: 5 }),
      (seconds, ages) => {
        const { kit, clock } = startTestKit()
        for (const age of [0, ...ages]) {
          noteServiceTime(kit, dated(clock.now() + (seconds - age) * 1_000))
          clock.advance(1_000)
        }
        expect(Math.abs((serviceAhead(kit) ?? NaN) - seconds * 1_000)).toBeLessThanOrEqual(1_000)
      },
    ),
  )
})

test('after two minutes a new answer sets the time of the service, whatever the earlier time', () => {
  const { kit, clock } = startTestKit()
  noteServiceTime(kit, dated(clock.now() + 86_400_000))
  clock.advance(121_000)
  expect(serviceAhead(kit)).toBeUndefined()
  noteServiceTime(kit, dated(clock.now()))
  expect(serviceAhead(kit)).toBe(0)
})

test.each([
  '',
  'soon',
  '0',
  '-1',
  'Infinity',
  '1e99',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  'Fri, 31 Dec 9999 23:59:59 GMT',
])('an invalid date (%j) is ignored and keeps the known time', (date) => {
  const { kit, clock } = startTestKit()
  noteServiceTime(kit, new Headers({ date }))
  expect(serviceAhead(kit)).toBeUndefined()
  noteServiceTime(kit, dated(clock.now()))
  noteServiceTime(kit, new Headers({ date }))
  noteServiceTime(kit, new Headers())
  expect(serviceAhead(kit)).toBe(0)
})
