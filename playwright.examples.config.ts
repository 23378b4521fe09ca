import main from './playwright.config.ts'

/**
 * `npm test -- examples`. The examples share one devnet, so their tests have a configuration of
 * their own.
 */
export default {
  ...main,
  testDir: 'tests/e2e/examples',
  testIgnore: [],
  globalSetup: './tests/e2e/examples/setup.entry.ts',
  workers: 2,
}
