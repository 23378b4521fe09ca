import { defineConfig } from '@playwright/test'
import { shortRun } from './packages/server/src/testing/shortRun.ts'
import { launchOptions } from './scripts/launchOptions.mjs'

// Playwright has no setting for them: Node gives a forked process the flags of its parent
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
  // tests wait more than they compute: with two cores a fourth takes a tenth of the time away
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
    // as Chrome's windows give it to a page that is in front; its headless shell does not by itself
    permissions: ['clipboard-write'],
    // not of every test: a trace takes a picture of each frame, and two browsers at that leave the
    // pages little of two cores
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    // a page of a test runs for seconds, as its own process does (`shortRun`): a tenth less of a
    // test's time
    launchOptions: await launchOptions({
      args: ['--js-flags=--single-threaded-gc --interrupt-budget=1000000 --min-semi-space-size=16'],
    }),
  },
})
