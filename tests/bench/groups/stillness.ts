import { fileURLToPath } from 'node:url'
import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import type { Group, Row } from '../group.ts'
import { launchChromium } from '../launchChromium.ts'
import { serveSite } from '../phone/serveSite.ts'
import { buildSite } from '../sizes/buildSite.ts'

/**
 * The recording of `boxes.js`: the number of frames, the number of frames without a visible screen,
 * and each movement within a visible screen.
 */
type Recording = { frames: number; blank: number; moved: readonly unknown[] }

const script = fileURLToPath(new URL('../stillness/boxes.js', import.meta.url))
/** Milliseconds: the delay of the wallet's service, and the recording after each press. */
const times = { late: 400, recorded: 1_200 }
/** All companies with whose accounts visitors can log in. */
const socials = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook']
const wallet = 'https://wallet.example.org'
const screens = {
  desktop: { width: 1_280, height: 900 },
  phone: { width: 390, height: 844 },
} as const

let version = ''

/** Measures what moves in the modal while it is shown. */
export const group: Group = {
  title: 'Stillness',
  needsBrowser: true,
  how: `Headless Chromium, \`tests/bench/sites/email.tsx\`, a wallet's service that names its companies ${times.late} ms late. \`tests/bench/stillness/boxes.js\` takes, in each frame from the first
one on, the boxes of the card and of all that can be pressed or read in it. A move is a box that is elsewhere in its card than a frame before, or another height of the card, while the same
screen is shown; the slide of an arriving screen and the card's own animation are none. A frame is blank where no screen can be seen. More journeys, without a bench: \`tests/e2e/screens/stillness.slow.spec.ts\`.`,
  versions: () => [`Chromium ${version}`],
  async measure(signal) {
    const site = await serveSite(await buildSite(new URL('../sites/email.tsx', import.meta.url)))
    const browser = await launchChromium(signal)
    try {
      version = browser.version()
      const rows: Row[] = []
      for (const [name, viewport] of Object.entries(screens))
        rows.push(...(await visit(browser, `${site.url}#${wallet}`, name, viewport)))
      return rows
    } finally {
      await browser.close()
      await site.close()
    }
  },
}

async function visit(
  browser: Browser,
  url: string,
  name: string,
  viewport: { width: number; height: number },
): Promise<readonly Row[]> {
  const context = await browser.newContext({ viewport })
  try {
    const page = await context.newPage()
    await page.addInitScript({ path: script })
    await page.route(`${wallet}/**`, async (route) => {
      if (!route.request().url().includes('/v1/logins')) return route.abort()
      await setTimeout(times.late)
      await route.fulfill({
        json: { email: true, socials },
        headers: { 'access-control-allow-origin': '*' },
      })
    })
    await page.goto(url)
    const press = (label: string) => () =>
      page.getByRole('button', { name: label, exact: true }).click()
    const rows = [...rowsOf(`first opening, ${name}`, await record(page, press('Connect wallet')))]
    await page.keyboard.press('Escape')
    rows.push(...rowsOf(`second opening, ${name}`, await record(page, press('Connect wallet'))))
    rows.push(...rowsOf(`to the help, ${name}`, await record(page, press('What is a wallet?'))))
    rows.push(...rowsOf(`and back, ${name}`, await record(page, press('Back'))))
    return rows
  } finally {
    await context.close()
  }
}

async function record(page: Page, press: () => Promise<void>): Promise<Recording> {
  await page.evaluate('boxes.begin()')
  await press()
  await setTimeout(times.recorded)
  return (await page.evaluate('boxes.end()')) as Recording // boxes.js returns this type
}

function rowsOf(label: string, { frames, blank, moved }: Recording): readonly Row[] {
  if (frames < 10) throw new Error(`${label}: ${frames} frames were seen.`)
  return [
    { label: `${label}: moves`, unit: 'count', measured: moved.length, budget: 0 },
    { label: `${label}: blank frames`, unit: 'count', measured: blank, budget: 0 },
  ]
}
