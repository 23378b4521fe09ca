/**
 * System colours (`forced-colors`): parts that only their colour makes visible keep this colour,
 * and states are visible by other means.
 */
import type { Locator } from '@playwright/test'
import { idOf, screens } from '../../../apps/demo/src/screens/screens.ts'
import { expect, test } from '../fixtures/test.ts'
import { changeScreen, openScreen } from '../support/screens.ts'

test.use({
  allowConsole: [/503/],
  viewport: { width: 440, height: 800 },
  contextOptions: { reducedMotion: 'reduce' },
})
test.describe.configure({ timeout: 300_000 })

/** Parts that are invisible, because their background and foreground are about equally light. */
const unseen = (modal: Locator) =>
  modal.evaluate((dialog) => {
    /** The lightness of a colour, 0 to 1; undefined for a transparent one. */
    const lightness = (colour: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number)
      return alpha < 0.1 ? undefined : (red * 0.2126 + green * 0.7152 + blue * 0.0722) / 255
    }
    const differ = (one: string, other: string) =>
      Math.abs((lightness(one) ?? -1) - (lightness(other) ?? -1)) > 0.3
    const style = (element: Element, part?: string) => getComputedStyle(element, part)
    const faults: string[] = []
    const check = (selector: string, isSeen: (element: HTMLElement) => boolean) => {
      for (const element of dialog.querySelectorAll<HTMLElement>(selector))
        if (!isSeen(element)) faults.push(`${selector} ${style(element).backgroundColor}`)
    }
    check('.qr-code:not([data-skeleton])', (code) => {
      const figure = code.querySelector('svg')
      return (
        figure !== null &&
        style(code).backgroundColor === 'rgb(255, 255, 255)' &&
        differ(style(code).backgroundColor, style(figure).fill)
      )
    })
    check('[data-monogram]', (picture) =>
      differ(style(picture).backgroundColor, style(picture).color),
    )
    check('.switch', (track) =>
      differ(style(track).backgroundColor, style(track, '::before').backgroundColor),
    )
    check(
      '[role=tab][aria-selected=true]',
      (tab) => Number.parseFloat(style(tab, '::before').borderTopWidth) > 0,
    )
    check('.card', (card) => style(card).outlineStyle === 'solid')
    return faults
  })

/** The first state of each screen. Its other states have the same parts. */
const each = screens.filter(({ view }, at) => screens.findIndex((one) => one.view === view) === at)

/** The folder into which a picture of each screen is written. Unset: no pictures. */
const pictures = process.env['FORCED_PICTURES']

test('with forced colours codes, monograms, switches and the selected tab are visible on every screen, in dark and light mode', async ({
  page,
  devnet,
}) => {
  for (const [at, screen] of each.entries()) {
    const modal = await (at === 0
      ? openScreen(page, devnet.demo, screen)
      : changeScreen(page, screen))
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' })
      if (pictures !== undefined)
        await page.screenshot({
          path: `${pictures}/${idOf(screen).replace(/\W+/g, '-')}-${colorScheme}.png`,
        })
      expect.soft(await unseen(modal), `${idOf(screen)} ${colorScheme}`).toEqual([])
    }
  }
})
