import { expect, test } from 'vitest'
import { rowsOver, verdictOf } from './group.ts'
import type { Row, Unit } from './group.ts'

const size: Row = { label: 'size', unit: 'kB', measured: 8.001, budget: 8 }
const verdictOn = (...rows: readonly Row[]) => verdictOf(new Map([['phone', rows]]))

test('a row is over budget if its value is above the budget, and not if it is equal', () => {
  expect(rowsOver([size])).toEqual([size])
  expect(rowsOver([{ ...size, measured: 8 }])).toEqual([])
})

test('a row without a budget is never over', () => {
  expect(rowsOver([{ ...size, budget: undefined }])).toEqual([])
})

const over: { [unit in Unit]: Row } = {
  kB: size,
  requests: { label: 'requests', unit: 'requests', measured: 1, budget: 0 },
  ms: { label: 'first row', unit: 'ms', measured: 101, budget: 100 },
  µs: { label: 'processor time', unit: 'µs', measured: 11, budget: 10 },
  times: { label: 'compared', unit: 'times', measured: 1.11, budget: 1.1 },
  MB: { label: 'heap', unit: 'MB', measured: 3.1, budget: 3 },
  'kB of memory': { label: 'a socket', unit: 'kB of memory', measured: 21, budget: 20 },
  s: { label: 'to a connected wallet', unit: 's', measured: 61, budget: 60 },
  count: { label: 'packages', unit: 'count', measured: 27, budget: 26 },
  'per second': { label: 'messages', unit: 'per second', measured: 2, budget: 1 },
}

test.each(Object.entries(over))(
  'one row over budget in %s fails the bench, and the error names that row',
  (unit, row) => {
    const { lines, exitCode } = verdictOn({ ...row, label: 'another', budget: undefined }, row)
    expect(exitCode).toBe(1)
    expect(lines).toEqual([
      `phone: ${row.label}: ${row.measured} ${unit}, budget ${row.budget} ${unit}`,
    ])
  },
)

test('the bench passes when no row is over budget', () => {
  expect(verdictOn({ ...size, measured: 8 })).toEqual({ lines: [], exitCode: 0 })
  expect(verdictOf(new Map())).toEqual({ lines: [], exitCode: 0 })
})
