import { expect, test } from 'vitest'
import { nextIndex } from './nextIndex.ts'

/** Presses a key in a grid of ten items in rows of four: 0–3, 4–7, 8–9. */
const step = (key: string, index: number, isReversed = false) =>
  nextIndex({ key, index, last: 9, columns: 4, page: 2, isReversed })

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 3, 4],
  ['ArrowRight', 9, 9],
  ['ArrowLeft', 4, 3],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 5],
  ['ArrowDown', 4, 8],
  ['ArrowDown', 7, 9],
  ['ArrowDown', 8, 8],
  ['ArrowUp', 9, 5],
  ['ArrowUp', 4, 0],
  ['ArrowUp', 3, 'out'],
  ['PageDown', 0, 8],
  ['PageDown', 3, 9],
  ['PageDown', 8, 8],
  ['PageUp', 9, 1],
  ['PageUp', 6, 2],
  ['PageUp', 1, 1],
  ['Home', 7, 0],
  ['End', 0, 9],
  ['Enter', 3, undefined],
  ['a', 3, undefined],
  ['Tab', 3, undefined],
])('the key %s moves the focus from item %i to %s', (key, from, to) => {
  expect(step(key, from)).toBe(to)
})

test('in a right-to-left page only the left and right arrow keys are reversed', () => {
  expect([
    step('ArrowRight', 4, true),
    step('ArrowLeft', 4, true),
    step('ArrowDown', 4, true),
  ]).toEqual([3, 5, 8])
})

test('in a grid with one item every key keeps the focus on that item', () => {
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'PageDown', 'End', 'Home'])
    expect(nextIndex({ key, index: 0, last: 0, columns: 4, page: 1, isReversed: false }), key).toBe(
      0,
    )
})
