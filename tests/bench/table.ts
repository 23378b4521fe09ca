import { rowsOver } from './group.ts'
import type { Row, Unit } from './group.ts'

/** Formats a number of each unit. */
export const units: { readonly [unit in Unit]: (value: number) => string } = {
  kB: (value) => `${value.toFixed(3)} kB`,
  MB: (value) => `${value.toFixed(2)} MB`,
  ms: (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`,
  µs: (value) => `${value.toFixed(0)} µs`,
  s: (value) => `${value.toFixed(1)} s`,
  count: (value) => value.toFixed(0),
  times: (value) => `${value.toFixed(2)}×`,
  requests: (value) => value.toFixed(0),
  'kB of memory': (value) => `${value.toFixed(1)} kB`,
  'per second': (value) => `${Math.round(value).toLocaleString('en')}/s`,
}

/** Formats rows as a Markdown table. */
export function toTable(rows: readonly Row[]): string {
  const over = new Set(rowsOver(rows))
  const lines = rows.map((row) => {
    const { label, unit, measured, budget, range } = row
    const spread = range ? range.map(units[unit]).join(' – ') : ''
    return `| ${label} | ${budget === undefined ? '—' : units[unit](budget)} | ${over.has(row) ? '**over** ' : ''}${units[unit](measured)} | ${spread} |`
  })
  return ['| what | budget | measured | lowest – highest |', '|---|---|---|---|', ...lines].join(
    '\n',
  )
}
