import { expect, test } from 'vitest'
import { toComparison } from './comparison.ts'
import type { Row } from './group.ts'

const rowsOf = (...values: readonly number[]): Row[] =>
  values.map((measured, index) => ({ label: `row ${index}`, unit: 'per second', measured }))

test('the ratio is the median of the ratios of each round, whatever the load of the rounds was', () => {
  const before = [rowsOf(100), rowsOf(10), rowsOf(50)]
  const after = [rowsOf(200), rowsOf(20), rowsOf(60)]
  expect(toComparison('abc', before, after).split('\n')).toEqual([
    '| what | abc | this tree | ratio | lowest – highest |',
    '|---|---|---|---|---|',
    '| row 0 | 50/s | 60/s | 2.00× | 1.20× – 2.00× |',
  ])
})

test('a row that one of the trees does not have is left out', () => {
  expect(toComparison('abc', [rowsOf(1)], [rowsOf(1, 2)])).not.toContain('row 1')
})

test('two measurements of zero are equal', () => {
  expect(toComparison('abc', [rowsOf(0)], [rowsOf(0)])).toContain('1.00×')
})
