// `npm test`: the checks, the unit tests, a browser story for each feature and chain, and the short
// attacks against the services. It leaves out slow tests, marked by their file name
// (`x.slow.test.ts`, `x.slow.spec.ts`). `npm run test:all` adds these and the examples. `npm test
// -- unit devnet` runs the named tests of one part, slow or not.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runAbuse } from './abuse.mjs'
import {
  ensureDemoBuilt,
  ensureDocsBuilt,
  ensurePagesBuilt,
  ensurePhoneBuilt,
  ensureProgramsBuilt,
  ensureServeBuilt,
  ensureSitesBuilt,
  ensureWalletBuilt,
} from './build.mjs'
import { ensureExamplesBuilt } from './buildExamples.mjs'
import { check } from './check.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureServeInstalled } from './installServe.mjs'
import { memoryFolder } from './memoryFolder.mjs'
import { ensurePostgres } from './postgres.mjs'
import { ensureRedis } from './redis.mjs'
import { root } from './root.mjs'
import { runTool } from './run.mjs'
import { browserTests, slowest, unitTests } from './testReports.mjs'

const reports = join(root, 'node_modules/.latchkey/reports')
const isWhole = process.argv[2] === '--all'
const [only, ...args] = process.argv.slice(isWhole ? 3 : 2)

/**
 * Tells the test configurations whether to leave out slow tests; tests named on the command line
 * are never left out.
 */
const tier = (args) => ({ LATCHKEY_TESTS: isWhole || args.length ? 'all' : 'quick' })

/** The JSON report of a tool; undefined when it has not written one. */
function reportOf(name) {
  try {
    return JSON.parse(readFileSync(join(reports, name), 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * @typedef {{ passed: number, failed: number, failures?: readonly string[], tests?: readonly
 *   import('./testReports.mjs').TestResult[] }} Result `failures`: the failures, one line each
 */

// a tool can fail without a failed test, by a file that does not load or an unhandled error. This
// counts as one failure
const honest = ({ passed = 0, failed = 0, failures = [] }, code) => ({
  passed,
  failed: code === 0 ? failed : Math.max(failed, 1),
  failures: code === 0 || failed ? failures : ['no test failed, and yet it ended badly: see above'],
})

/** @returns {Promise<Result>} */
async function unit(args) {
  const REDIS_SERVER_PATH = await ensureRedis()
  const POSTGRES_BIN_PATH = await ensurePostgres()
  await ensureWalletBuilt() // a test starts the wallet's server, which needs its built page
  const LATCHKEY_PROGRAMS = await ensureProgramsBuilt()
  const TMPDIR = memoryFolder()
  const report = join(reports, 'unit.json')
  const { code } = await runTool(
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    {
      env: {
        REDIS_SERVER_PATH,
        POSTGRES_BIN_PATH,
        LATCHKEY_PROGRAMS,
        ...tier(args),
        ...(TMPDIR && { TMPDIR }),
      },
    },
  )
  const unitReport = reportOf('unit.json')
  const { numPassedTests, testResults = [] } = unitReport ?? {}
  const failures = testResults.filter(({ status }) => status === 'failed').flatMap(failuresIn)
  return {
    ...honest({ passed: numPassedTests, failed: failures.length, failures }, code),
    tests: unitTests(unitReport),
  }
}

/** The failed tests of a file, or the file itself if it did not load. */
function failuresIn({ name, message, assertionResults }) {
  const failed = assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({ what: ` › ${fullName}`, why: failureMessages[0] }))
  return (failed.length ? failed : [{ what: '', why: message }]).map(
    ({ what, why = '' }) => `${relative(root, name)}${what}: ${why.split('\n')[0]}`,
  )
}

// `npm run test:all` runs hundreds of stories, so it tries a failed one again and names it at the
// end. `npm test` does not
const tries = (args) => (isWhole && !args.length ? ['--retries=1'] : args)

/**
 * Runs the browser tests.
 * @param {() => Promise<void>} [beside] further work, which uses the processor while browsers wait.
 *   It is started when everything is built
 */
async function endToEnd(args, beside = async () => {}) {
  const CHROMIUM_PATH = await ensureChromium()
  await ensureDemoBuilt()
  await ensurePhoneBuilt()
  if (isWhole || args.length) await ensureDocsBuilt()
  await ensureServeBuilt() // this builds the e-mail wallet, too
  await ensureSitesBuilt()
  await ensurePagesBuilt()
  const LATCHKEY_PROGRAMS = await ensureProgramsBuilt()
  const [result] = await Promise.all([
    browse(tries(args), { CHROMIUM_PATH, LATCHKEY_PROGRAMS, ...tier(args) }),
    beside(),
  ])
  return result
}

/** Visits the examples of `examples/`, and runs the packed services. */
async function examples(args) {
  const CHROMIUM_PATH = await ensureChromium()
  const LATCHKEY_PROGRAMS = await ensureProgramsBuilt()
  const LATCHKEY_EXAMPLES = JSON.stringify(await ensureExamplesBuilt())
  const LATCHKEY_PACKED_SERVE = await ensureServeInstalled()
  return browse(['--config=playwright.examples.config.ts', ...tries(args)], {
    CHROMIUM_PATH,
    LATCHKEY_PROGRAMS,
    LATCHKEY_EXAMPLES,
    LATCHKEY_PACKED_SERVE,
  })
}

/** Runs tests in a browser. @returns {Promise<Result>} */
async function browse(args, given) {
  const env = { ...given, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'e2e.json') }
  rmSync(env.PLAYWRIGHT_JSON_OUTPUT_FILE, { force: true })
  const { code } = await runTool('@playwright/test/cli.js', ['test', ...args], { env })
  const browserReport = reportOf('e2e.json')
  const { stats, errors = [] } = browserReport ?? {}
  const tests = browserTests(browserReport)
  const failures = [
    ...tests.filter(({ status }) => status === 'failed').map(({ name }) => name),
    ...errors.map(({ message = '' }) => message.split('\n')[0]),
  ]
  return {
    ...honest(
      {
        passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
        failed: (stats?.unexpected ?? 0) + errors.length,
        failures,
      },
      code,
    ),
    tests,
  }
}

/** Plays the named scenes of `abuse`, or the quick ones if none is named. */
const abuse = (args) => runAbuse(args, { quick: isWhole ? 'long' : 'short' })

const parts = { check: () => check(), unit, e2e: endToEnd, examples, abuse }

/** Runs one part; a part that cannot start counts as one failure. */
async function runPart(name, ...given) {
  console.log(`\n── ${name} ──`)
  try {
    return await parts[name](...given)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}

/**
 * Runs all parts. The examples run only for `npm run test:all`, because they install packages of
 * their own. Browser tests leave a seventh of two processors unused. The checks and the builds of
 * the examples run in that time, with a lower priority than the tests.
 */
async function runAll() {
  const lines = []
  const results = [await runPart('unit', [])]
  results.push(
    await runPart('e2e', [], async () => {
      results.push(await check(undefined, { isPatient: true, log: (line) => lines.push(line) }))
      if (!isWhole) return
      await Promise.allSettled([
        ensureExamplesBuilt({ isPatient: true }),
        ensureServeInstalled({ isPatient: true }),
      ]) // errors are ignored here, because each part tries again later and reports its failures
    }),
  )
  console.log(['\n── check ──', ...lines].join('\n'))
  if (isWhole) results.push(await runPart('examples', []))
  results.push(await runPart('abuse', []))
  return results
}

if (only !== undefined && !(only in parts)) {
  console.error(
    `There is no part "${only}". Usage: npm test [-- ${Object.keys(parts).join(' | ')} [what to pass on]]`,
  )
  process.exit(1)
}

await ensureInstalled()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const results = only ? [await runPart(only, args)] : await runAll()
const tests = results.flatMap(({ tests = [] }) => tests)
if (tests.length > 10) console.log(['\nThe slowest:', ...slowest(tests)].join('\n'))
for (const { name } of tests.filter(({ status }) => status === 'flaky'))
  console.log(`~ needed a second try: ${name}`)
const leftOut = tests.filter(({ leftOut }) => leftOut)
if (leftOut.length)
  console.log(
    [
      `\n${leftOut.length} browser tests left out:`,
      ...leftOut.map(({ name, leftOut: reason }) => `- ${name}: ${reason}`),
    ].join('\n'),
  )
for (const failure of results.flatMap(({ failures = [] }) => failures)) console.log(`✗ ${failure}`)
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') > 0 ? 1 : 0
