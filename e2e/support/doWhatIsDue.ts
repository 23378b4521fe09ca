import type { Page } from '@playwright/test'

/** Runs the due timers on the page of screens, whose clock is stopped. */
export function doWhatIsDue(page: Page): Promise<void> {
  return page.evaluate(() => {
    const clock = window.latchkeyScreen?.context.clock
    if (clock) Reflect.apply(Reflect.get(clock, 'advance'), clock, [0]) // the manual clock's method, which the type of clocks lacks
  })
}
