// Reads the JSON report of Vitest or Playwright into a list of tests.
import { relative } from 'node:path'
import { root } from './root.mjs'

/**
 * @typedef {{ name: string, ms: number, status: 'passed' | 'failed' | 'flaky' | 'skipped',
 *   leftOut?: string | undefined }} TestResult `leftOut`: the reason why a browser test did not run
 *   on this machine
 */

/** The tests in a report of Vitest. @returns {TestResult[]} */
export function unitTests(report) {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration = 0, status }) => ({
      name: `${relative(root, name)} › ${fullName}`,
      ms: duration,
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
    })),
  )
}

/** The tests in a report of Playwright, with all their tries. @returns {TestResult[]} */
export function browserTests(report) {
  return (report?.suites ?? []).flatMap((suite) => testsIn(suite, []))
}

const statuses = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' }

function testsIn({ specs = [], suites = [], title, file }, above) {
  const path = title === file ? above : [...above, title]
  const own = specs.flatMap((spec) =>
    spec.tests.map((test) => ({
      name: [`tests/e2e/${spec.file}:${spec.line}`, ...path, spec.title].join(' › '),
      ms: test.results.reduce((sum, { duration }) => sum + duration, 0),
      status: statuses[test.status],
      leftOut:
        test.status === 'skipped'
          ? test.annotations?.find(({ type }) => type === 'skip')?.description
          : undefined,
    })),
  )
  return [...own, ...suites.flatMap((suite) => testsIn(suite, path))]
}

/** The slowest tests, one line each. @param {TestResult[]} tests */
export function slowest(tests, max = 10) {
  return tests
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, max)
    .map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}`)
}
