/** Every screen in every state, in every language: nobody is kept out, nothing is too faint to read, nothing stands over the edge. */
import { locales } from 'latchkey'
import { idOf, screens } from '../apps/demo/src/screens/screens.ts'
import { axe, expect, test } from './fixtures/test.ts'
import { faintTexts } from './support/contrast.ts'
import { openScreen, speak } from './support/screens.ts'
import { overflowing } from './support/targets.ts'

test.use({ allowConsole: [/503/], viewport: { width: 440, height: 800 } })

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
