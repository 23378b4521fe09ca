import { allProbes } from '../probes/allProbes.ts'
import { runProbes } from '../probes/probe.ts'
import type { Settings } from '../settings/readSettings.ts'

const marks = { ok: '✓', warning: '!', failed: '✗' } as const

/**
 * Tries everything that the settings name, and prints a table. @returns whether nothing has failed
 */
export async function check(settings: Settings, print: (line: string) => void): Promise<boolean> {
  const found = await runProbes(allProbes(settings), new AbortController().signal)
  const nameOf = ({ part, name }: (typeof found)[number]) =>
    part === 'serve' ? name : `${part}: ${name}`
  const width = Math.max(...found.map((one) => nameOf(one).length))
  for (const one of found) {
    print(`${marks[one.state]} ${nameOf(one).padEnd(width)}  ${one.said}`)
    if (one.advice !== undefined) print(`  ${' '.repeat(width)}  ${one.advice}`)
  }
  const failed = found.filter(({ state }) => state === 'failed').length
  const warnings = found.filter(({ state }) => state === 'warning').length
  print(
    `\n${failed === 0 ? 'Nothing has failed' : `${failed} failed`}${warnings === 0 ? '' : `, ${warnings} to look at`}`,
  )
  return failed === 0
}
