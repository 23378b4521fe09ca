// `npm run bench`: measures everything that has a budget and writes tests/bench/RESULTS.md. `npm run
// bench -- sizes phone` measures some parts. It fails when a budget is exceeded.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureWalletBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'

await ensureInstalled()
await ensureBuilt() // the parts import the built kit, as a site does
await ensureWalletBuilt()
const { register } = await import('tsx/esm/api')
register()
const { groups } = await import('../tests/bench/groups.ts')
const { verdictOf } = await import('../tests/bench/group.ts')
const { mergeSections, thisMoment, toSection } = await import('../tests/bench/results.ts')

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in groups))
if (unknown.length) {
  console.error(
    `There is no part "${unknown.join('", "')}". Usage: npm run bench [-- ${Object.keys(groups).join(' | ')}]`,
  )
  process.exit(1)
}

const file = join(root, 'tests/bench/RESULTS.md')
const loaded = await Promise.all(
  Object.entries(groups).map(async ([name, load]) => ({ name, group: (await load()).group })),
)
const titles = loaded.map(({ group }) => group.title)
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => stop.abort(new Error(`Stopped by ${signal}.`)))

/** Measures one part, prints it and stores it. @returns its rows */
async function bench({ name, group }) {
  if (group.needsBrowser) process.env.CHROMIUM_PATH = await ensureChromium()
  const moment = thisMoment()
  const rows = await group.measure(stop.signal)
  const section = toSection(name, group, rows, moment)
  console.log(`\n${section}`)
  writeFileSync(
    file,
    mergeSections(existsSync(file) ? readFileSync(file, 'utf8') : '', [section], titles),
  )
  return rows
}

try {
  const measured = new Map()
  for (const one of loaded)
    if (names.length === 0 || names.includes(one.name)) measured.set(one.name, await bench(one))
  const { lines, exitCode } = verdictOf(measured)
  if (lines.length) console.error(['Over budget:', ...lines].join('\n'))
  process.exitCode = exitCode
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
