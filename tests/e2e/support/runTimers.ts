import type { Page } from '@playwright/test'

/**
 * Runs the due timers of the screen's stopped clock, and those of the next `ms` milliseconds.
 */
export function runTimers(page: Page, ms = 0): Promise<void> {
  return page.evaluate((ms) => {
    const clock = window.latchkeyScreen?.context.clock
    // the manual clock's method, which the type of clocks lacks
    if (clock) Reflect.apply(Reflect.get(clock, 'advance'), clock, [ms])
  }, ms)
}
