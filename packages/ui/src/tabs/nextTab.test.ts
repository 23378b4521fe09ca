import { expect, test } from 'vitest'
import { nextTab } from './nextTab.ts'

test.each([
  ['ArrowRight', 0, false, 1],
  ['ArrowRight', 2, false, 0],
  ['ArrowLeft', 0, false, 2],
  ['ArrowLeft', 2, false, 1],
  ['ArrowRight', 0, true, 2],
  ['ArrowLeft', 0, true, 1],
  ['ArrowLeft', 2, true, 0],
  ['Home', 2, false, 0],
  ['End', 0, true, 2],
])(
  'the key %s at tab %d of three (right to left: %s) moves to tab %d',
  (key, index, isReversed, next) => {
    expect(nextTab({ key, index, count: 3, isReversed })).toBe(next)
  },
)

test.each(['ArrowDown', 'Tab', 'Enter', 'a', 'constructor'])(
  'the key %s does not change the tab',
  (key) => {
    expect(nextTab({ key, index: 1, count: 3, isReversed: false })).toBeUndefined()
  },
)
