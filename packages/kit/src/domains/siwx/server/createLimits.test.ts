import fc from 'fast-check'
import { expect, test } from 'vitest'
import { manualClock } from '../../../testing/manualClock.ts'
import { clientOf, createLimits } from './createLimits.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['a visitor', 'a visitor'],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('the address %s belongs to the client %s', (address, client) =>
  expect(clientOf(address)).toBe(client),
)

test('all addresses of one IPv6 network are one client, in any spelling', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  fc.assert(
    fc.property(
      fc.tuple(group, group, group, group),
      fc.tuple(group, group, group, group),
      fc.boolean(),
      (front, back, isPadded) => {
        const text = [...front, ...back]
          .map((one) => one.toString(16).padStart(isPadded ? 4 : 1, '0'))
          .join(':')
        expect(clientOf(text)).toBe(`${front.map((one) => one.toString(16)).join(':')}::/64`)
      },
    ),
  )
})

test('many clients use limited memory, and a clock that is set back resets no limit', () => {
  const clock = manualClock()
  const check = createLimits(clock)
  for (let count = 0; count < 20; count += 1) check('192.0.2.1')
  expect(() => check('192.0.2.1')).toThrow(
    expect.objectContaining({ code: 'tooMany', status: 429 }) as Error,
  )
  for (let count = 0; count < 50_000; count += 1) check(`client ${count}`)
  clock.advance(-60_000)
  for (let count = 0; count < 20; count += 1) check('198.51.100.1')
  expect(() => check('198.51.100.1')).toThrow()
})
