import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import { scroll, scrollScript } from '../scrolling/scroll.ts'
import type { Scrolled } from '../scrolling/scroll.ts'

/**
 * Results of scrolling through the first part of the list, through the last part when all earlier
 * rows are loaded, and back. `heap`: MB of JavaScript objects at the end.
 */
export type ActivityVisit = { down: Scrolled; last: Scrolled; up: Scrolled; heap: number }

const scripts = [scrollScript, fileURLToPath(new URL('../phone/wallet.js', import.meta.url))]
/**
 * CSS pixels. `row`: the height of a transaction's row. `step`: the distance scrolled in each
 * frame, which is fifteen rows, or 900 rows a second.
 */
const sizes = { row: 64, step: 960 }
/** The share of the list that counts as its last part. */
const share = 0.05

/**
 * Connects, opens the account's activity, and scrolls through all of it and back. `slower` is the
 * factor by which scripts are slowed down.
 */
export async function visitActivity(
  browser: Browser,
  url: string,
  { slower, entries }: { slower: number; entries: number },
): Promise<ActivityVisit> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
  })
  try {
    const page = await context.newPage()
    // wallet.js stores its times in this object
    await page.addInitScript('globalThis.bench = { times: {} }')
    for (const path of scripts) await page.addInitScript({ path })
    // the node of the sample site does not exist
    await page.route('https://node.example.org/**', (route) => route.abort())
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.goto(url)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('button', { name: /^A wallet/ }).click()
    await page
      .getByRole('banner')
      .or(page.locator('main'))
      .getByRole('button', { name: /^Account/ })
      .click()
    await page.getByRole('tab', { name: 'Activity' }).click()
    await page.locator('.activity-row').first().waitFor()

    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const scrollOptions = { list: '.screen-body', pending: '.activity-skeleton', step: sizes.step }
    const down = await scroll(page, session, {
      ...scrollOptions,
      until: entries * sizes.row * (1 - share),
    })
    const last = await scroll(page, session, scrollOptions)
    if (last.height < entries * sizes.row)
      throw new Error(`The list ended at ${last.height} pixels.`)
    const up = await scroll(page, session, { ...scrollOptions, step: -sizes.step })
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return { down, last, up, heap: usedSize / 1_000_000 }
  } finally {
    await context.close()
  }
}
