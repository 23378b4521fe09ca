/** Every screen in every state, in every language: nobody is kept out, nothing is faint, cut off, over the edge or left in English. */
import { locales, type Locale } from 'latchkey'
import { idOf, screens } from '../apps/demo/src/screens/screens.ts'
import { axe, expect, test } from './fixtures/test.ts'
import { faintTexts } from './support/contrast.ts'
import { foreignWords } from './support/foreignWords.ts'
import { openScreen, speak } from './support/screens.ts'
import { overflowing } from './support/targets.ts'
import { clippedIn, englishAmong, textsOf } from './support/texts.ts'

test.use({ allowConsole: [/503/], viewport: { width: 440, height: 800 } })

// the longest words, the shortest, and those from right to left; that every language has every text is a check of its own
const unlikeEnglish: readonly Locale[] = ['de', 'ja', 'ar']

/** A phone whose visitor has doubled the size of everything. */
const magnified = { width: 195, height: 422 }

for (const screen of screens) {
  test(`${screen.view}, ${screen.state}`, async ({ page, request, devnet }) => {
    const modal = await openScreen(page, devnet.demo, screen)
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate((mode) => window.latchkeyScreen?.setTheme({ mode }), theme)
      await expect.poll(() => faintTexts(modal), theme).toEqual([])
    }
    await speak(page, 'en')
    const english = await textsOf(modal)
    expect(english.length).toBeGreaterThan(1)
    const foreign = await foreignWords(request, devnet.api, screen)
    for (const locale of locales) {
      await speak(page, locale)
      await expect.poll(() => overflowing(modal), locale).toEqual([])
      expect(await clippedIn(modal), locale).toEqual([])
      expect(await axe(page, { within: '[data-latchkey]' }), locale).toEqual([])
      if (unlikeEnglish.includes(locale)) await expect.poll(async () => englishAmong(await textsOf(modal), english, foreign), locale).toEqual([])
    }
    await page.setViewportSize(magnified)
    for (const locale of ['de', 'en'] as const) {
      await speak(page, locale)
      await expect.poll(() => overflowing(modal), `${locale}, magnified`).toEqual([])
      await expect.poll(() => clippedIn(modal), `${locale}, magnified`).toEqual([])
    }
  })
}

test('no two screens have one name', () => {
  expect(new Set(screens.map(idOf)).size).toBe(screens.length)
})
