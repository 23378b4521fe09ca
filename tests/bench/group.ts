/**
 * The unit of a number: kB and MB are 1,000 and 1,000,000 bytes. Bytes of memory differ between
 * machines, other bytes do not.
 */
export type Unit =
  | 'kB'
  | 'requests'
  | 'ms'
  | 'µs'
  | 'times'
  | 'MB'
  | 'kB of memory'
  | 'per second'
  | 's'
  | 'count'

/** One line of a table. */
export type Row = {
  /** Markdown */
  label: string
  unit: Unit
  measured: number
  /** The highest allowed value. A row without a budget is only for information. */
  budget?: number
  /** The lowest and the highest value of all runs. */
  range?: readonly [number, number]
}

/** Measurements that are made together. */
export type Group = {
  title: string
  /** The method, in Markdown, with everything that is needed to repeat it by hand. */
  how: string
  /** Whether a Chromium is needed. @default false */
  needsBrowser?: boolean
  /**
   * The software besides Node that the numbers depend on, such as the browser. It is known after
   * `measure` has ended.
   */
  versions?: () => readonly string[]
  /**
   * Measures. Ends everything that it started, even when `signal` aborts.
   * @param options.isBrief less is measured, because the run is repeated to compare two commits.
   *   A group may ignore it. @default false
   */
  measure: (signal: AbortSignal, options?: { isBrief?: boolean }) => Promise<readonly Row[]>
}

/** The rows over their budget. `npm run bench` fails when there is one. */
export function rowsOver(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ measured, budget }) => budget !== undefined && measured > budget)
}

/** The result of a bench: a line for each exceeded budget, and the exit code of the process. */
export type Verdict = { lines: readonly string[]; exitCode: 0 | 1 }

/** Compares measurements with their budgets. `measured`: the rows of each group, by its name. */
export function verdictOf(measured: ReadonlyMap<string, readonly Row[]>): Verdict {
  const lines = [...measured].flatMap(([name, rows]) =>
    rowsOver(rows).map(
      ({ label, measured: value, budget, unit }) =>
        `${name}: ${label}: ${Number(value.toFixed(3))} ${unit}, budget ${budget} ${unit}`,
    ),
  )
  return { lines, exitCode: lines.length > 0 ? 1 : 0 }
}
