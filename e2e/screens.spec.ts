/** Every screen in every state and language: accessible, in contrast, not cut off, inside its card and translated. */
import type { APIRequestContext, Page } from '@playwright/test'
import { locales, type Locale } from 'latchkey'
import { idOf, screens } from '../apps/demo/src/screens/screens.ts'
import type { ScreenState } from '../apps/demo/src/screens/screens.ts'
import { axe, expect as hardly, test } from './fixtures/test.ts'
import { faintTexts } from './support/contrast.ts'
import { foreignWords } from './support/foreignWords.ts'
import { changeScreen, openScreen, speak } from './support/screens.ts'
import { overflowing } from './support/targets.ts'
import { clippedIn, englishAmong, textsOf } from './support/texts.ts'

const size = { width: 440, height: 800 }

test.use({ allowConsole: [/503/], viewport: size })
// enough for each poll of a page to fail after its own limit, so that every faulty screen is reported
test.describe.configure({ timeout: 600_000 })

// one screen with a fault does not hide the faults of the next
const expect = hardly.configure({ soft: true })

// the longest words, the shortest, and right-to-left ones; another check ensures that every language has every text
const unlikeEnglish: readonly Locale[] = ['de', 'ja', 'ar']

/** A phone with everything at double size. */
const magnified = { width: 195, height: 422 }

/** Screens that one page shows one after another. */
const perPage = 8

const views = [...new Set(screens.map(({ view }) => view))]

for (const view of views) {
  const states = screens.filter((screen) => screen.view === view)
  for (let at = 0; at < states.length; at += perPage) {
    const some = states.slice(at, at + perPage)
    test(`${view}: ${[...new Set([some.at(0), some.at(-1)])].map((one) => one?.state).join(' to ')}`, async ({ page, request, devnet }) => {
      for (const [place, screen] of some.entries()) {
        await test.step(screen.state, async () => {
          await page.setViewportSize(size)
          const modal = await (place === 0 ? openScreen(page, devnet.demo, screen) : changeScreen(page, screen))
          await look({ page, request, api: devnet.api, screen, modal })
        })
      }
    })
  }
}

/** Checks one screen that is shown, in both themes, in every language, and magnified. */
async function look({ page, request, api, screen, modal }: { page: Page; request: APIRequestContext; api: string; screen: ScreenState; modal: Awaited<ReturnType<typeof openScreen>> }) {
  const told = (what: string) => `${idOf(screen)}, ${what}`
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((mode) => window.latchkeyScreen?.setTheme({ mode }), theme)
    await expect.poll(() => faintTexts(modal), told(theme)).toEqual([])
    expect(await axe(page, { within: '[data-latchkey]' }), told(theme)).toEqual([])
  }
  const english = await textsOf(modal)
  expect(english.length, told('texts')).toBeGreaterThan(1)
  const foreign = await foreignWords(request, api, screen)
  for (const locale of locales) {
    await speak(page, locale)
    await expect.poll(() => overflowing(modal), told(locale)).toEqual([])
    expect(await clippedIn(modal), told(locale)).toEqual([])
    if (unlikeEnglish.includes(locale)) await expect.poll(async () => englishAmong(await textsOf(modal), english, foreign), told(locale)).toEqual([])
  }
  await page.setViewportSize(magnified)
  for (const locale of ['de', 'en'] as const) {
    await speak(page, locale)
    await expect.poll(() => overflowing(modal), told(`${locale}, magnified`)).toEqual([])
    await expect.poll(() => clippedIn(modal), told(`${locale}, magnified`)).toEqual([])
  }
}

test('no two screens have one name', () => {
  hardly(new Set(screens.map(idOf)).size).toBe(screens.length)
})
