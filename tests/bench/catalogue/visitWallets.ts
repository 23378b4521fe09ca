import type { Browser, Page } from '@playwright/test'
import { scroll, scrollScript } from '../scrolling/scroll.ts'
import type { Scrolled } from '../scrolling/scroll.ts'

/**
 * Milliseconds: between frames while the list scrolls, of the main thread's work for a frame, and
 * from a key press to the tiles of the result.
 */
export type WalletsVisit = { down: Scrolled; up: Scrolled; keys: readonly number[] }

/** `step`: CSS pixels scrolled in a frame: two and a half rows, or 14,400 pixels a second. */
const down = { list: '.virtual-grid', pending: '.wallet-tile[data-skeleton]', step: 240 }
const up = { ...down, step: -down.step }

/**
 * Opens the list of all wallets, scrolls through all of it and back, and searches in it. `slower`
 * is the factor by which scripts are slowed down.
 */
export async function visitWallets(
  browser: Browser,
  url: string,
  { slower, names }: { slower: number; names: readonly string[] },
): Promise<WalletsVisit> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
  })
  try {
    const page = await context.newPage()
    await page.addInitScript({ path: scrollScript })
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.goto(url)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('button', { name: /^All wallets/ }).click()
    await page.locator('.wallet-tile[data-index]').first().waitFor()

    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const there = await scroll(page, session, down)
    if (there.height < (names.length / 4) * 90)
      throw new Error(`The list ended at ${there.height} pixels.`)
    return { down: there, up: await scroll(page, session, up), keys: await typeNames(page, names) }
  } finally {
    await context.close()
  }
}

/**
 * Searches some wallets by the number in their name. The last digit brings another wallet to the
 * first place. Returns the milliseconds from that key press until the wallet shows.
 */
async function typeNames(page: Page, names: readonly string[]): Promise<readonly number[]> {
  const field = page.getByRole('searchbox', { name: 'Search wallets' })
  const durations: number[] = []
  for (let index = 1_234; index < names.length; index += 397) {
    const number = String(index)
    await field.fill(number.slice(0, -1))
    await page.locator('.wallet-tile[data-index]').first().waitFor()
    await page.evaluate(`void (lists.next = lists.answered(${JSON.stringify(names[index])}))`)
    await page.keyboard.type(number.slice(-1))
    durations.push((await page.evaluate('lists.next')) as number) // frames.js resolves to a number
  }
  return durations
}
