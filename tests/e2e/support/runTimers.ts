import type { Page } from '@playwright/test'

/**
 * Runs the due timers of the screen's stopped clock, and those of the next `ms` milliseconds.
 */
export function runTimers(page: Page, ms = 0): Promise<void> {
  return page.evaluate((ms) => {
    window.latchkeyScreen?.clock.advance(ms)
  }, ms)
}
