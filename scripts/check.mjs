// Runs all checks that need no running product: `npm run check`, or `npm run check -- types lint`.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { inParallel } from './inParallel.mjs'
import { ensureInstalled } from './install.mjs'
import { isMain } from './isMain.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

const sizes = 'tests/bench/sizes.entry.mjs'
/** The file and the arguments of each check, for Node. */
const checks = {
  format: ['node_modules/@biomejs/biome/bin/biome', 'format', '.'],
  types: ['scripts/check-types.mjs'],
  lint: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'],
  // finds promises that are not awaited, because their rejection would end a service
  promises: [
    'node_modules/oxlint/bin/oxlint',
    '--deny-warnings',
    '-c',
    '.oxlintrc.promises.json',
    '--type-aware',
    'services',
    'packages/server',
  ],
  imports: ['scripts/check-imports.mjs'],
  constants: ['scripts/check-constants.mjs'],
  unused: ['node_modules/knip/bin/knip.js', '--no-progress'],
  text: ['scripts/check-text.mjs'],
  words: ['scripts/words.mjs'],
  names: ['scripts/check-names.mjs'],
  docs: ['scripts/check-docs.mjs'],
  snippets: ['scripts/check-snippets.mjs'],
  package: ['scripts/check-package.mjs'],
  ...(existsSync(join(root, sizes)) && { sizes: [sizes, '--check'] }),
}

/**
 * Runs the named checks, or all of them.
 * @param {{ isPatient?: boolean, log?: (line: string) => void }} [options] `isPatient`: uses only
 * the processors that other programs leave free; `log`: receives a line for each check
 * @returns {Promise<{ passed: number, failed: number, failures: string[] }>} `failures`: the names
 * of the failed checks
 */
export async function check(
  names = Object.keys(checks),
  { isPatient = false, log = console.log } = {},
) {
  try {
    await ensureBuilt()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
  const failures = []
  await inParallel(names, 2, async (name) => {
    const [file, ...args] = checks[name]
    const { code, output, ms } = await run(process.execPath, [join(root, file), ...args], {
      capture: true,
      isPatient,
    })
    if (code !== 0) failures.push({ name, output })
    const remark = code === 0 ? (output.trim().split('\n').at(-1) ?? '') : 'see below'
    log(
      `${code === 0 ? '✓' : '✗'} ${name.padEnd(9)}${(ms / 1000).toFixed(1).padStart(5)} s  ${remark.slice(0, 100)}`,
    )
  })
  for (const { name, output } of failures) log(`\n── ${name} ──\n${output.trim()}`)
  return {
    passed: names.length - failures.length,
    failed: failures.length,
    failures: failures.map(({ name }) => `check ${name}`),
  }
}

if (isMain(import.meta.url)) {
  const names = process.argv.slice(2)
  const unknown = names.filter((name) => !(name in checks))
  if (unknown.length) {
    console.error(
      `There is no check "${unknown.join('", "')}". There are: ${Object.keys(checks).join(', ')}.`,
    )
    process.exit(1)
  }
  await ensureInstalled()
  const { failed } = await check(names.length ? names : undefined)
  process.exitCode = failed ? 1 : 0
}
