import { fileURLToPath } from 'node:url'
import type { Browser, CDPSession, Page } from '@playwright/test'

/** Milliseconds between frames while the list scrolls, with those for which a frame keeps the main thread busy, and from a key to the tiles that it finds. */
export type WalletsVisit = { down: Scrolled; up: Scrolled; keys: readonly number[] }

type Scrolled = { taken: readonly number[]; busy: number; height: number }

const script = fileURLToPath(new URL('frames.js', import.meta.url))
/** CSS pixels a frame: two rows and a half, 14,400 in a second. */
const step = 240

/** Opens the list of all wallets, scrolls through all of it and back, and searches in it. `slower` is how many times slower scripts run. */
export async function visitWallets(browser: Browser, url: string, { slower, names }: { slower: number; names: readonly string[] }): Promise<WalletsVisit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  try {
    const page = await context.newPage()
    await page.addInitScript({ path: script })
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.goto(url)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('button', { name: /^All wallets/ }).click()
    await page.locator('.wallet-tile[data-index]').first().waitFor()

    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const down = await scroll(page, session, step)
    if (down.height < (names.length / 4) * 90) throw new Error(`The list ended at ${down.height} pixels.`)
    const up = await scroll(page, session, -step)
    return { down, up, keys: await typeNames(page, names) }
  } finally {
    await context.close()
  }
}

async function scroll(page: Page, session: CDPSession, by: number): Promise<Scrolled> {
  const before = await busySince(session)
  const scrolled = (await page.evaluate(`wallets.scroll(${by})`)) as Omit<Scrolled, 'busy'> // the script's own word
  return { ...scrolled, busy: ((await busySince(session)) - before) / scrolled.taken.length }
}

/** Milliseconds for which the main thread has worked, other processes not counted. */
async function busySince(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}

/** Types the numbers of some wallets, whose last digit brings another wallet to the first place, and takes the time of that key. */
async function typeNames(page: Page, names: readonly string[]): Promise<readonly number[]> {
  const field = page.getByRole('searchbox', { name: 'Search wallets' })
  const taken: number[] = []
  for (let index = 1_234; index < names.length; index += 397) {
    const number = String(index)
    await field.fill(number.slice(0, -1))
    await page.locator('.wallet-tile[data-index]').first().waitFor()
    await page.evaluate(`void (wallets.next = wallets.answered(${JSON.stringify(names[index])}))`)
    await page.keyboard.type(number.slice(-1))
    taken.push((await page.evaluate('wallets.next')) as number) // likewise
  }
  return taken
}
