import { expect, test } from 'vitest'
import { createKnownDevices } from './createKnownDevices.ts'

test('devices that are logged in are remembered, up to a maximum with the latest requests', () => {
  const known = createKnownDevices(2)
  for (const device of ['a', 'b', 'a', 'c']) known.note(device, true)
  expect(['a', 'b', 'c'].filter(known.has)).toEqual(['a', 'c'])
  known.note('a', false)
  expect(['a', 'b', 'c'].filter(known.has)).toEqual(['c'])
})
