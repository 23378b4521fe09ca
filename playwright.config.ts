import { defineConfig } from '@playwright/test'
import { shortRun } from './packages/server/src/testing/shortRun.ts'
import { launchOptions } from './scripts/launchOptions.mjs'

// Playwright has no setting for the flags of its worker processes. But Node passes the flags of a
// process on to the processes that it forks.
process.execArgv.push(...shortRun)

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  testIgnore: [
    /[\\/]e2e[\\/]examples[\\/]/, // playwright.examples.config.ts
    // a test is slow by its name; `npm test` leaves those out (`scripts/test.mjs`)
    ...(process.env['LATCHKEY_TESTS'] === 'quick' ? [/\.slow\.spec\.ts$/] : []),
  ],
  outputDir: 'test-results',
  fullyParallel: true,
  // Tests wait more than they compute: on two cores, a fourth worker saves a tenth of the time.
  workers: 4,
  forbidOnly: true,
  timeout: 90_000,
  globalTimeout: 3_600_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ...(process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['json'] as const] : [])],
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1024, height: 640 },
    actionTimeout: 20_000,
    // Chrome gives this permission to a page in a window that is in front. Its headless shell does
    // not give it by itself.
    permissions: ['clipboard-write'],
    // Only retries are traced: a trace takes a picture of each frame, and when two browsers do so,
    // little of two cores is left for the pages.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // A test's page runs only for seconds, like the processes with `shortRun`. With these flags a
    // test takes a tenth less time. A measurement of interactions needs the browser as it is.
    launchOptions: await launchOptions(
      process.env['LATCHKEY_INTERACTIONS']
        ? {}
        : {
            args: [
              '--js-flags=--single-threaded-gc --interrupt-budget=1000000 --min-semi-space-size=16',
            ],
          },
    ),
  },
})
