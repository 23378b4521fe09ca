/**
 * Every screen in every state, and every language on some of them: accessible, with enough
 * contrast, not cut off, inside its card, and translated.
 */
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { locales, type Locale } from 'latchkey'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { idOf, screens } from '../../../apps/demo/src/screens/screens.ts'
import { bringAxe } from '../fixtures/axe.ts'
import { expect as hardly, test } from '../fixtures/test.ts'
import { foreignWords } from '../support/foreignWords.ts'
import { changeScreen, openScreen } from '../support/screens.ts'
import { withWords } from '../support/texts.ts'
import type { ScreenState } from '../../../apps/demo/src/screens/screenState.ts'

const size = { width: 440, height: 800 }

// Without motion, because the checks need only the state after all transitions, and the frames in
// between would cost more than all checks.
// the API of the tests knows no network of Polkadot
test.use({
  allowConsole: [/503|chainId=polkadot/],
  viewport: size,
  contextOptions: { reducedMotion: 'reduce' },
})
// so long that each poll can fail after its own time limit, so that every faulty screen is reported
test.describe.configure({ timeout: 600_000 })

// soft, so that a fault of one screen does not hide the faults of the next
const expect = hardly.configure({ soft: true })

/**
 * Every screen is rendered in English, German and Arabic. The other languages take turns, because
 * they have their own fonts, numbers and dates.
 */
const others = locales.filter((locale) => !['en', 'de', 'ar'].includes(locale))
const turnOf = (screen: ScreenState): Locale =>
  others[screens.indexOf(screen) % others.length] ?? 'de'

/**
 * The rules of axe that depend on colours. `faintTextsIn` replaces the first rule, except for parts
 * that only axe can judge.
 */
const colourRules = ['color-contrast', 'link-in-text-block']

/** A phone with everything at double size. */
const magnified = { width: 195, height: 422 }

/**
 * Number of screens that one page shows one after another, because a page costs more than a screen.
 */
const perPage = 30

for (let at = 0; at < screens.length; at += perPage) {
  const some = screens.slice(at, at + perPage)
  test(
    [...new Set([some.at(0), some.at(-1)])].map((one) => one && idOf(one)).join(' to '),
    async ({ page, request, devnet }) => {
      for (const [place, screen] of some.entries()) {
        await test.step(idOf(screen), async () => {
          await page.setViewportSize(size)
          const modal = await (place === 0
            ? openScreen(page, devnet.demo, screen)
            : changeScreen(page, screen))
          if (place === 0) await prepare(page, modal, devnet)
          await look({ page, request, api: devnet.api, screen, modal })
        })
      }
    },
  )
}

/** The longest texts that a worker has found. */
const found = new WeakMap<Addresses, Window['latchkeyLongest']>()

/** Loads axe into the page, and the longest translations. */
async function prepare(page: Page, modal: Locator, devnet: Addresses): Promise<void> {
  await bringAxe(page)
  const longest =
    found.get(devnet) ??
    (await modal.evaluate(
      (element, locales) => window.latchkeyTools.longestTextsIn(element, locales),
      locales,
    ))
  found.set(devnet, longest)
  expect(Object.keys(longest?.whole.origins ?? {}).length).toBeGreaterThan(700)
  await page.evaluate((longest) => void (window.latchkeyLongest = longest), longest)
}

/** Checks the current screen in both themes and several languages, and magnified. */
async function look({
  page,
  request,
  api,
  screen,
  modal,
}: {
  page: Page
  request: APIRequestContext
  api: string
  screen: ScreenState
  modal: Locator
}) {
  const foreign = await foreignWords(request, api, screen)
  await expect
    .poll(async () => {
      const { faults, english, unchanged } = await modal.evaluate(
        (element, given) => window.latchkeyTools.checkScreen(element, given),
        { turn: turnOf(screen), colourRules },
      )
      return [
        ...faults,
        ...(english > 1 ? [] : ['has no texts']),
        ...unchanged.flatMap(({ locale, texts }) =>
          withWords(texts, foreign).map((text) => `${locale}: in English: ${text}`),
        ),
      ]
    }, idOf(screen))
    .toEqual([])
  await page.setViewportSize(magnified)
  await expect
    .poll(
      () => modal.evaluate((element) => window.latchkeyTools.drawnFaultsIn(element, ['de', 'en'])),
      `${idOf(screen)}, magnified`,
    )
    .toEqual([])
}

test('every language is rendered on some screen', () => {
  hardly(new Set(screens.map(turnOf))).toEqual(new Set(others))
})

test('no two screens have the same name', () => {
  hardly(new Set(screens.map(idOf)).size).toBe(screens.length)
})
