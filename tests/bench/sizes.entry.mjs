// Prints the sizes, without a browser: `node tests/bench/sizes.entry.mjs`. With --check it prints only sizes
// over budget, and fails if there are any.
import { register } from 'tsx/esm/api'
import { ensureBuilt } from '../../scripts/build.mjs'
import { readFlags } from '../../scripts/flags.mjs'

const { check } = readFlags('node tests/bench/sizes.entry.mjs [--check]', {
  check: 'Names the rows over budget and ends with an error if there are any.',
})
try {
  await ensureBuilt()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
register()
const { group } = await import('./groups/sizes.ts')
const { rowsOver } = await import('./group.ts')
const { toTable, units } = await import('./table.ts')

const rows = await group.measure(new AbortController().signal)
const over = rowsOver(rows)
if (!check) console.log(toTable(rows))
else
  for (const { label, unit, measured, budget } of over)
    console.error(`${label}: ${units[unit](measured)}, budget ${units[unit](budget)}`)
console.log(`${rows.length} sizes, ${over.length} over budget`)
process.exitCode = over.length ? 1 : 0
