/** Every screen in every state, in every language: nobody is kept out, nothing is too faint to read, nothing stands over the edge. */
import type { Locator, Page } from '@playwright/test'
import { locales } from 'latchkey'
import type { Locale } from 'latchkey'
import { idOf, screens } from '../apps/demo/src/screens/screens.ts'
import type { ScreenState } from '../apps/demo/src/screens/screens.ts'
import { axe, expect, test } from './fixtures/test.ts'
import { faintTexts } from './support/contrast.ts'
import { modalOf } from './support/site.ts'
import { overflowing } from './support/targets.ts'

test.use({ allowConsole: [/503/], viewport: { width: 440, height: 800 } })

/** Opens a screen and waits until it stands. */
async function openScreen(page: Page, demo: string, screen: ScreenState): Promise<Locator> {
  await page.goto(`${demo}/screens?screen=${idOf(screen)}`)
  await page.waitForFunction(() => document.documentElement.dataset['screen'] === 'ready')
  await expect(modalOf(page).getByRole('heading', { level: 2 })).toBeVisible()
  return modalOf(page)
}

/** Changes the language and waits until its texts are there. */
function speak(page: Page, locale: Locale): Promise<void> {
  return page.evaluate(async (next) => {
    const kit = window.latchkeyScreen
    const { locale, texts } = kit?.getState() ?? {}
    if (!kit || locale === next) return
    const changed = new Promise<void>((resolve) => {
      const stop = kit.subscribe((state) => {
        if (state.texts === texts) return
        stop()
        resolve()
      })
    })
    kit.setLocale(next)
    await changed
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
  }, locale)
}

for (const screen of screens) {
  test(`${screen.view}, ${screen.state}`, async ({ page, devnet }) => {
    const modal = await openScreen(page, devnet.demo, screen)
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate((mode) => window.latchkeyScreen?.setTheme({ mode }), theme)
      await expect.poll(() => faintTexts(modal), theme).toEqual([])
    }
    for (const locale of locales) {
      await speak(page, locale)
      await expect.poll(() => overflowing(modal), locale).toEqual([])
      expect(await axe(page, { within: '[data-latchkey]' }), locale).toEqual([])
    }
  })
}

test('no two screens have one name', () => {
  expect(new Set(screens.map(idOf)).size).toBe(screens.length)
})
