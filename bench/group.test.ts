import { expect, test } from 'vitest'
import { rowsFailing, rowsOver } from './group.ts'
import type { Row } from './group.ts'

const size: Row = { what: 'size', unit: 'kB', measured: 8.001, budget: 8 }
const time: Row = { what: 'time', unit: 'ms', measured: 101, budget: 100 }

test('a size fails over its budget, and only there', () => {
  expect(rowsFailing([size])).toEqual([size])
  expect(rowsFailing([{ ...size, measured: 8 }])).toEqual([])
})

test('a time over its budget is shown and fails nothing', () => {
  expect(rowsOver([time])).toEqual([time])
  expect(rowsFailing([time])).toEqual([])
})

test('a row without a budget is never over', () => {
  expect(rowsOver([{ ...size, budget: undefined }])).toEqual([])
})

test('one request fails a budget of none', () => {
  expect(rowsFailing([{ what: 'requests', unit: 'requests', measured: 1, budget: 0 }])).toHaveLength(1)
})
