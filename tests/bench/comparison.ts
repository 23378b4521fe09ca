import type { Row } from './group.ts'
import { median, rangeOf } from './statistics.ts'
import { units } from './table.ts'

/** The rows of a part, as each round has measured them. */
export type Rounds = readonly (readonly Row[])[]

/**
 * Compares two trees whose rounds were measured in turns, as a Markdown table. The ratio is the
 * median over the rounds, each with the measurement that was made beside it, so it says more than
 * the medians of the two columns. A row that only one tree has is left out.
 * @param name what the first column with numbers is headed with, such as a commit
 */
export function toComparison(name: string, before: Rounds, after: Rounds): string {
  const lines = (after[0] ?? []).flatMap(({ label, unit }) => {
    const pairs = after.flatMap((rows, round) => {
      const [old, now] = [valueIn(before[round], label), valueIn(rows, label)]
      return old === undefined || now === undefined ? [] : [{ old, now }]
    })
    if (pairs.length === 0) return []
    const ratios = pairs.map(({ old, now }) => (old === now ? 1 : now / old))
    const write = units[unit]
    const [old, now] = [
      median(pairs.map((pair) => pair.old)),
      median(pairs.map((pair) => pair.now)),
    ]
    const spread = rangeOf(ratios).map(units.times).join(' – ')
    return [
      `| ${label} | ${write(old)} | ${write(now)} | ${units.times(median(ratios))} | ${spread} |`,
    ]
  })
  return [
    `| what | ${name} | this tree | ratio | lowest – highest |`,
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

const valueIn = (rows: readonly Row[] | undefined, label: string) =>
  rows?.find((row) => row.label === label)?.measured
