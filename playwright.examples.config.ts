import main from './playwright.config.ts'

/**
 * `npm test -- examples`: the examples share one devnet, so their tests are no part of the others.
 */
export default {
  ...main,
  testDir: 'tests/e2e/examples',
  testIgnore: [],
  globalSetup: './tests/e2e/examples/setup.entry.ts',
  workers: 2,
}
