/** Every screen in every state, and every language on some of them: accessible, in contrast, not cut off, inside its card and translated. */
import type { APIRequestContext, Page } from '@playwright/test'
import { locales, type Locale } from 'latchkey'
import { idOf, screens } from '../apps/demo/src/screens/screens.ts'
import type { ScreenState } from '../apps/demo/src/screens/screens.ts'
import { axe, expect as hardly, test } from './fixtures/test.ts'
import { faintTexts, isBeyondFaintTexts } from './support/contrast.ts'
import { foreignWords } from './support/foreignWords.ts'
import { languageFaults } from './support/languageFaults.ts'
import { changeScreen, openScreen } from './support/screens.ts'
import { textsOf } from './support/texts.ts'

const size = { width: 440, height: 800 }

// what is checked here is what is left when nothing moves; frames in between cost more than all checks
test.use({ allowConsole: [/503/], viewport: size, contextOptions: { reducedMotion: 'reduce' } })
// enough for each poll of a page to fail after its own limit, so that every faulty screen is reported
test.describe.configure({ timeout: 600_000 })

// one screen with a fault does not hide the faults of the next
const expect = hardly.configure({ soft: true })

// the longest words, the shortest, and right-to-left ones; another check ensures that every language has every text
const unlikeEnglish: readonly Locale[] = ['de', 'ja', 'ar', 'ru']

/** Shown on every screen: English, the longest words, few spaces, and right to left. */
const always: readonly Locale[] = ['en', 'de', 'ru', 'ja', 'ar']
/** The others take turns, so many on each screen. */
const others = locales.filter((locale) => !always.includes(locale))
const inTurn = 3
const shown = new Map(screens.map((screen, index) => [screen, [...always, ...Array.from({ length: inTurn }, (_, turn) => others[(index * inTurn + turn) % others.length] ?? 'en')]]))

/** The rules of axe whose answer depends on colours: `faintTexts` holds the first in the dark, but for parts that only axe judges. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** A phone with everything at double size. */
const magnified = { width: 195, height: 422 }

/** Screens that one page shows one after another: a page costs more than a screen. */
const perPage = 30

for (let at = 0; at < screens.length; at += perPage) {
  const some = screens.slice(at, at + perPage)
  test([...new Set([some.at(0), some.at(-1)])].map((one) => one && idOf(one)).join(' to '), async ({ page, request, devnet }) => {
    for (const [place, screen] of some.entries()) {
      await test.step(idOf(screen), async () => {
        await page.setViewportSize(size)
        const modal = await (place === 0 ? openScreen(page, devnet.demo, screen) : changeScreen(page, screen))
        await look({ page, request, api: devnet.api, screen, modal })
      })
    }
  })
}

/** Checks one screen that is shown, in both themes, in the languages of its turn, and magnified. */
async function look({ page, request, api, screen, modal }: { page: Page; request: APIRequestContext; api: string; screen: ScreenState; modal: Awaited<ReturnType<typeof openScreen>> }) {
  const told = (what: string) => `${idOf(screen)}, ${what}`
  for (const theme of ['dark', 'light'] as const) { // a screen opens in the dark
    await page.evaluate((mode) => window.latchkeyScreen?.setTheme({ mode }), theme)
    await expect.poll(() => faintTexts(modal), told(theme)).toEqual([])
    // a theme changes colours alone
    if (theme === 'light') expect(await axe(page, { within: '[data-latchkey]' }), told(theme)).toEqual([])
    else if (await isBeyondFaintTexts(modal)) expect(await axe(page, { within: '[data-latchkey]', only: colourRules }), told(theme)).toEqual([])
  }
  const english = await textsOf(modal)
  expect(english.length, told('texts')).toBeGreaterThan(1)
  const foreign = await foreignWords(request, api, screen)
  await expect.poll(() => languageFaults(modal, shown.get(screen) ?? always, { locales: unlikeEnglish, english, foreign }), told('in other languages')).toEqual([])
  await page.setViewportSize(magnified)
  await expect.poll(() => languageFaults(modal, ['de', 'en']), told('magnified')).toEqual([])
}

test('every language is drawn', () => {
  hardly(new Set([...shown.values()].flat())).toEqual(new Set(locales))
})

test('no two screens have one name', () => {
  hardly(new Set(screens.map(idOf)).size).toBe(screens.length)
})
