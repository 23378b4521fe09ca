import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemsBetween, offsetOf, placeSections } from './sectionLayout.ts'

const heights = { row: 64, heading: 40 }
const sections = (lengths: readonly number[]) =>
  placeSections(
    lengths.map((length, index) => ({
      id: String(index),
      title: '',
      items: Array.from({ length }, (_, item) => item),
    })),
    heights,
  )

test('each section starts below the previous one', () => {
  expect(sections([2, 1]).map(({ offset, height, first }) => [offset, height, first])).toEqual([
    [0, 168, 0],
    [168, 104, 2],
  ])
  expect(offsetOf(sections([2, 1]), 0, heights)).toBe(40)
  expect(offsetOf(sections([2, 1]), 2, heights)).toBe(208)
  expect(offsetOf([], 0, heights)).toBe(0)
})

test('`itemsBetween` returns exactly the visible items', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 6_000 }),
      fc.integer({ min: 1, max: 900 }),
      (lengths, top, height) => {
        const placed = sections(lengths)
        const range = { top, bottom: top + height }
        const found = placed.flatMap((section) => {
          const { start, end } = itemsBetween(section, range, heights)
          return section.items.slice(start, end).map((_, index) => section.first + start + index)
        })
        const count = lengths.reduce((sum, length) => sum + length, 0)
        const seen = Array.from({ length: count }, (_, index) => index).filter((index) => {
          const at = offsetOf(placed, index, heights)
          return at + heights.row > range.top && at < range.bottom
        })
        expect(found).toEqual(seen)
      },
    ),
  )
})
