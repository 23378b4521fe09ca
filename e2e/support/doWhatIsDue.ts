import type { Page } from '@playwright/test'

/** On the page of screens, where the clock stands still: what is due at once is done now. */
export function doWhatIsDue(page: Page): Promise<void> {
  return page.evaluate(() => {
    const clock = window.latchkeyScreen?.context.clock
    if (clock) Reflect.apply(Reflect.get(clock, 'advance'), clock, [0]) // the manual clock's, which the type of clocks does not know
  })
}
