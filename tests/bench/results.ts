import { arch, availableParallelism, loadavg, platform, totalmem } from 'node:os'
import type { Group, Row } from './group.ts'
import { toTable } from './table.ts'

const head = `# Results

Written by \`npm run bench\`, or \`npm run bench -- <name>\` for one part. One row over its budget ends
it with an error. Sizes are the same everywhere, and \`npm run check\` looks at them; times and memory depend on the machine: measure on an idle one.
[HISTORY.md](HISTORY.md) compares before and after, side by side.
`

/** The time of a measurement, and the load of the machine by other processes. */
export type Circumstances = {
  now: Date
  /** Average number of runnable processes in the minute before. */
  busy: number
}

/** The current time and load. */
export function thisMoment(): Circumstances {
  return { now: new Date(), busy: loadavg()[0] ?? 0 }
}

/** A group's section of the results: the measurements, the method, the machine and the time. */
export function toSection(
  name: string,
  group: Group,
  rows: readonly Row[],
  { now, busy }: Circumstances,
): string {
  const versions = [`Node ${process.versions.node}`, ...(group.versions?.() ?? [])]
  const circumstances = `\`npm run bench -- ${name}\`, ${now.toISOString().slice(0, 10)}: ${versions.join(', ')}; ${machine()}.`
  return (
    [`## ${group.title}`, group.how, toTable(rows), circumstances, ...warnings(rows, busy)].join(
      '\n\n',
    ) + '\n'
  )
}

/** Warns that times were measured on a busy machine. Sizes and counts are not affected. */
function warnings(rows: readonly Row[], busy: number): readonly string[] {
  if (busy <= availableParallelism() || !rows.some(({ unit }) => unit === 'ms' || unit === 's'))
    return []
  return [
    `**The machine was busy with other work, ${busy.toFixed(0)} processes at once: these times are too long and too far apart. Measure again on an idle one.**`,
  ]
}

/**
 * Replaces the sections with the same titles and leaves the others unchanged. `titles`: the order.
 */
export function mergeSections(
  before: string,
  sections: readonly string[],
  titles: readonly string[],
): string {
  const earlierSections = before.split(/^(?=## )/m).slice(1)
  const byTitle = new Map(
    [...earlierSections, ...sections].map((section) => [titleOf(section), section.trimEnd()]),
  )
  return (
    [head.trimEnd(), ...titles.flatMap((title) => byTitle.get(title) ?? [])].join('\n\n') + '\n'
  )
}

const titleOf = (section: string) => section.slice(3, section.indexOf('\n'))

function machine(): string {
  return `${availableParallelism()} cores (${arch()}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()}`
}
