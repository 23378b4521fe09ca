import { allProbes } from '../probes/allProbes.ts'
import { runProbes } from '../probes/probe.ts'
import type { Settings } from '../settings/readSettings.ts'

const marks = { ok: '✓', warning: '!', failed: '✗' } as const

/**
 * Probes everything that the settings name, and prints a table.
 * @returns whether no probe has failed
 */
export async function check(settings: Settings, print: (line: string) => void): Promise<boolean> {
  const found = await runProbes(allProbes(settings), new AbortController().signal)
  const nameOf = ({ part, name }: (typeof found)[number]) =>
    part === 'serve' ? name : `${part}: ${name}`
  const width = Math.max(...found.map((entry) => nameOf(entry).length))
  for (const entry of found) {
    print(`${marks[entry.state]} ${nameOf(entry).padEnd(width)}  ${entry.said}`)
    if (entry.advice !== undefined) print(`  ${' '.repeat(width)}  ${entry.advice}`)
  }
  const failed = found.filter(({ state }) => state === 'failed').length
  const warnings = found.filter(({ state }) => state === 'warning').length
  print(
    `\n${failed === 0 ? 'Nothing has failed' : `${failed} failed`}${warnings === 0 ? '' : `, ${warnings} to look at`}`,
  )
  return failed === 0
}
