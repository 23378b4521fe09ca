import { expect, test } from 'vitest'
import { createKnownDevices } from './createKnownDevices.ts'

test('devices are remembered while they are logged in; beyond the max, those with the latest requests', () => {
  const known = createKnownDevices(2)
  for (const device of ['a', 'b', 'a', 'c']) known.note(device, true)
  expect(['a', 'b', 'c'].filter(known.has)).toEqual(['a', 'c'])
  known.note('a', false)
  expect(['a', 'b', 'c'].filter(known.has)).toEqual(['c'])
})
