import { arch, availableParallelism, loadavg, platform, totalmem } from 'node:os'
import type { Group, Row } from './group.ts'
import { toTable } from './table.ts'

const head = `# Results

Written by \`npm run bench\`, or \`npm run bench -- <name>\` for one part. A size or a number of requests over its budget fails
\`npm run check\` or the bench; times and memory depend on the machine and fail nothing.
`

/** A group's part of the results: what was measured, how, on what, when. */
export function toSection(name: string, group: Group, rows: readonly Row[], now: Date): string {
  const versions = [`Node ${process.versions.node}`, ...(group.versions?.() ?? [])]
  return `## ${group.title}\n\n${group.how}\n\n${toTable(rows)}\n\n\`npm run bench -- ${name}\`, ${now.toISOString().slice(0, 10)}: ${versions.join(', ')}; ${machine()}.\n`
}

/** Puts sections in the place of those with the same title; the others stay as they were. `titles` is the order. */
export function mergeSections(before: string, sections: readonly string[], titles: readonly string[]): string {
  const kept = before.split(/^(?=## )/m).slice(1)
  const byTitle = new Map([...kept, ...sections].map((section) => [titleOf(section), section.trimEnd()]))
  return [head.trimEnd(), ...titles.flatMap((title) => byTitle.get(title) ?? [])].join('\n\n') + '\n'
}

const titleOf = (section: string) => section.slice(3, section.indexOf('\n'))

function machine(): string {
  return `${availableParallelism()} cores (${arch()}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()}; ${(loadavg()[0] ?? 0).toFixed(1)} processes busy in the last minute`
}
