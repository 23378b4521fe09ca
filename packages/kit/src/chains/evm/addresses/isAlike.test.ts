import { expect, test } from 'vitest'
import { isAlike } from './isAlike.ts'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const similar = '0x7099000000000000000000000000000000dc79c8'

test('two different addresses are alike if they share the first four and the last four characters', () => {
  expect(isAlike(friend, similar)).toBe(true)
  expect(isAlike(friend, friend.toLowerCase())).toBe(false)
  expect(isAlike(friend, `0x7099${'0'.repeat(32)}79c9`)).toBe(false)
  expect(isAlike(friend, `0x7098${'0'.repeat(32)}79c8`)).toBe(false)
})
