// `npm run bench`: measures everything that has a budget and writes tests/bench/RESULTS.md. `npm run
// bench -- sizes phone` measures some parts. It fails when a budget is exceeded. `npm run bench --
// indexer --against <commit>` measures parts of another commit and of this tree in turns, and prints
// the ratio of each row.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchAgainst } from './benchAgainst.mjs'
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
const { toComparison } = await import('../tests/bench/comparison.ts')
const { verdictOf } = await import('../tests/bench/group.ts')
const { mergeSections, thisMoment, toSection } = await import('../tests/bench/results.ts')

const parameters = process.argv.slice(2)
/** Removes a flag and its value from the parameters. @returns the value, if it was given */
function take(flag) {
  const place = parameters.indexOf(flag)
  return place < 0 ? undefined : (parameters.splice(place, 2)[1] ?? '')
}
const against = take('--against')
const brief = take('--brief') // the file for the rows, when `benchAgainst.mjs` calls this
const names = parameters
const unknown = names.filter((name) => !(name in groups))
if (unknown.length) {
  console.error(
    `There is no part "${unknown.join('", "')}". Usage: npm run bench [-- ${Object.keys(groups).join(' | ')}] [--against <commit>]`,
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

const isWanted = ({ name }) => names.length === 0 || names.includes(name)

/** Measures the parts briefly, and writes their rows as JSON into a file. */
async function benchBriefly(path) {
  const rows = {}
  for (const { name, group } of loaded.filter(isWanted)) {
    if (group.needsBrowser) process.env.CHROMIUM_PATH = await ensureChromium()
    rows[name] = await group.measure(stop.signal, { isBrief: true })
  }
  writeFileSync(path, JSON.stringify(rows))
}

/** Compares the parts with those of another commit, and prints a table for each. */
async function compare(commit) {
  const { id, before, after } = await benchAgainst(commit, names)
  for (const { name, group } of loaded.filter(isWanted)) {
    const rows = (rounds) => rounds.map((round) => round[name] ?? [])
    console.log(`\n## ${group.title}\n\n${toComparison(id, rows(before), rows(after))}`)
  }
}

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

async function benchAll() {
  const measured = new Map()
  for (const one of loaded.filter(isWanted)) measured.set(one.name, await bench(one))
  const { lines, exitCode } = verdictOf(measured)
  if (lines.length) console.error(['Over budget:', ...lines].join('\n'))
  process.exitCode = exitCode
}

try {
  if (against !== undefined) await compare(against)
  else if (brief !== undefined) await benchBriefly(brief)
  else await benchAll()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
