/** What a number is: kB and MB are 1,000 and 1,000,000 bytes. Bytes of memory are not the same everywhere, others are. */
export type Unit = 'kB' | 'requests' | 'ms' | 'times' | 'MB' | 'kB of memory' | 'per second'

/** One line of a table. */
export type Row = {
  /** Markdown */
  what: string
  unit: Unit
  measured: number
  /** The most that it may be; rows without one are there to be watched. */
  budget?: number
  /** The lowest and the highest of all runs. */
  range?: readonly [number, number]
}

/** Things measured together, in one way. */
export type Group = {
  title: string
  /** How it is measured, in Markdown: enough to do it again by hand. */
  how: string
  /** Whether a Chromium has to be there. @default false */
  needsBrowser?: boolean
  /** The software besides Node that the numbers depend on, such as the browser. Known once `measure` has ended. */
  versions?: () => readonly string[]
  /** Measures. Ends everything it started, also when `signal` stops it. */
  measure: (signal: AbortSignal) => Promise<readonly Row[]>
}

/** Sizes and counts are the same on every machine; times and memory are not, so they fail nothing. */
const failing: readonly Unit[] = ['kB', 'requests']

/** Rows over their budget. */
export function rowsOver(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ measured, budget }) => budget !== undefined && measured > budget)
}

/** Rows whose budget fails the check, and that are over it. */
export function rowsFailing(rows: readonly Row[]): readonly Row[] {
  return rowsOver(rows).filter(({ unit }) => failing.includes(unit))
}
