import { expect, test } from 'vitest'
import { readAhead } from './readAhead.ts'

const never = new AbortController().signal

test('readAhead reads several items at once, in order, and fewer when the width shrinks', async () => {
  let under = 0
  const max: number[] = []
  const read = async (number: number) => {
    under += 1
    await Promise.resolve()
    return number
  }
  let width = 4
  const seen: number[] = []
  for await (const number of readAhead(
    { first: 1, last: 12, width: () => width, signal: never },
    read,
  )) {
    seen.push(number)
    max.push(under - seen.length)
    if (number === 6) width = 1
  }
  expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
  expect(Math.max(...max.slice(0, 6))).toBe(3)
  expect(max.slice(9)).toEqual([0, 0, 0])
})

test('readAhead ends before the first missing item', async () => {
  const seen: number[] = []
  for await (const number of readAhead(
    { first: 1, last: 12, width: () => 3, signal: never },
    async (number) => (number < 4 ? number : undefined),
  ))
    seen.push(number)
  expect(seen).toEqual([1, 2, 3])
})
