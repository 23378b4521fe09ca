import { expect, test } from 'vitest'
import { createLanes } from './lanes.ts'

test('the concurrent calls of each lane are limited', () => {
  const lanes = createLanes({ max: 2, pause: 1_000, now: () => 0 })
  expect([lanes.enter('a'), lanes.enter('a'), lanes.enter('a'), lanes.enter('b')]).toEqual([
    true,
    true,
    false,
    true,
  ])
  lanes.leave('a')
  expect([lanes.enter('a'), lanes.enter('a')]).toEqual([true, false])
})

test('a lane with few calls may run one more call when a lane with many calls may not', () => {
  const lanes = createLanes({ max: 4, pause: 1_000, now: () => 0 })
  expect([
    lanes.enter('a'),
    lanes.enter('a', 2),
    lanes.enter('a', 2),
    lanes.enter('b', 2),
    lanes.enter('a', 9),
    lanes.enter('a', 9),
    lanes.enter('a', 9),
  ]).toEqual([true, true, false, true, true, true, false])
})

test('waiting calls of a lane are spread over time', () => {
  let time = 0
  const lanes = createLanes({ max: 4, pause: 1_000, now: () => time })
  expect([1, 2, 3, 4, 5].map(() => lanes.wait('a'))).toEqual([1_000, 1_250, 1_500, 1_750, 2_000])
  expect(lanes.wait('b')).toBe(1_000)
  time = 2_000
  expect(lanes.wait('a')).toBe(1_000)
})

test('an idle lane is removed, and a lane with a running call stays', () => {
  let time = 0
  const lanes = createLanes({ max: 1, pause: 1_000, now: () => time })
  lanes.enter('busy')
  for (let index = 0; index < 3_000; index += 1) {
    lanes.wait(`lane ${index}`)
    time += 10
  }
  expect(lanes.enter('busy')).toBe(false)
})
