/**
 * The kit in every language: chosen automatically, complete, changed while it is open, and from
 * right to left.
 */
import type { Page } from '@playwright/test'
import { axe, expect, test } from '../fixtures/test.ts'
import { chunkWith } from '../support/chunkWith.ts'
import { withOptions } from '../support/options.ts'
import { modalOf, visitConnected, walletRowOf } from '../support/site.ts'
import { overflowing } from '../support/targets.ts'

// the browser itself writes failed requests to the console
test.use({
  isCold: true,
  allowConsole: [/503|Failed to load resource|dynamically imported module/],
})

/** A text that occurs only in the chunk of one language, to find that chunk. */
const german = () => chunkWith('Wallets zur Wahl')
const french = () => chunkWith('Liste des wallets')

/** Sets the page's language or direction before its scripts run. */
function pageIs(page: Page, attributes: { lang: string; dir?: string }) {
  return page.addInitScript((given) => {
    const describe = () =>
      Object.entries(given).forEach(([name, value]) =>
        document.documentElement.setAttribute(name, value),
      )
    // at this event the page is parsed, and no module has run yet
    document.addEventListener('readystatechange', describe, { once: true })
  }, attributes)
}

const buttonOf = (page: Page, name: string | RegExp) =>
  page.getByRole('banner').getByRole('button', { name })

test.describe('the language that the modal chooses', () => {
  test('is the page’s language, which is loaded with the modal and not before', async ({
    page,
    devnet,
  }) => {
    await pageIs(page, { lang: 'fr-CA' })
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    const isFetched = () => fetched.some((path) => french().endsWith(path))
    await page.goto(`${devnet.demo}/?wallet=hang&${withOptions({ preload: 'press' })}`)
    await expect(buttonOf(page, 'Connecter un wallet')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(isFetched()).toBe(false)
    await buttonOf(page, 'Connecter un wallet').click()
    await expect(modalOf(page)).toHaveAccessibleName('Connecter un wallet')
    expect(isFetched()).toBe(true)
    await walletRowOf(modalOf(page)).click()
    await expect(modalOf(page)).toContainText('Continuez dans Development wallet')
    await expect(modalOf(page)).toHaveAttribute('lang', 'fr')
    expect(await page.locator('html').getAttribute('lang')).toBe('fr-CA')
  })

  test.describe('on a page without a language', () => {
    test.use({ locale: 'ja-JP' })

    test('is the browser’s language; a page’s language has priority', async ({ page, devnet }) => {
      await page.goto(devnet.demo)
      await expect(buttonOf(page, 'Connect wallet')).toBeVisible() // in the page's language
      await pageIs(page, { lang: '' })
      await page.goto(devnet.demo)
      await buttonOf(page, 'ウォレットを接続').click()
      await expect(modalOf(page)).toHaveAccessibleName('ウォレットを接続')
    })
  })
})

test('a returning visitor sees the language before the modal opens', async ({ page, devnet }) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve&locale=de`)
  await expect(buttonOf(page, /^Konto 0x/)).toBeVisible()
  await buttonOf(page, /^Konto 0x/).click()
  await expect(modalOf(page)).toHaveAccessibleName('Konto')
  await expect(modalOf(page)).toContainText(/Gesamtguthaben [\d.]+,\d\d\s\$/)
})

test('if the texts of a language fail to load, English is shown without an error', async ({
  page,
  devnet,
}) => {
  const arabic = chunkWith('لا توجد محفظة في هذا المتصفح بعد')
  await page.route(arabic, (route) => route.abort('connectionreset'))
  await page.goto(`${devnet.demo}/?wallet=hang&locale=ar`)
  await buttonOf(page, 'ربط المحفظة').click()
  const modal = modalOf(page)
  await expect(modal).toHaveAccessibleName('Connect wallet')
  await expect(modal).toHaveAttribute('lang', 'en')
  await expect(modal).toHaveAttribute('dir', 'ltr')
  await walletRowOf(modal).click()
  await expect(modal).toContainText('Continue in Development wallet')

  await test.step('the modal does not wait for slow texts, and shows them when they are loaded', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(german(), async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${devnet.demo}/?wallet=hang&locale=de`)
    await buttonOf(page, 'Wallet verbinden').click()
    await expect(modal).toHaveAccessibleName('Connect wallet')
    await walletRowOf(modal).click()
    await expect(modal).toContainText('Continue in Development wallet')
    release()
    await expect(modal).toContainText('Weiter in Development wallet')
  })
})

test.describe('a site’s own words', () => {
  const own = (options: object) => encodeURIComponent(JSON.stringify(options))

  test('replace the kit’s texts in every language', async ({ page, devnet }) => {
    await page.goto(
      `${devnet.demo}/?wallet=hang&locale=de&kit=${own({ texts: { 'button.connect': 'Enter', 'connect.title': 'Log in', 'connecting.waitingTitle': 'Look at {wallet}' } })}`,
    )
    await buttonOf(page, 'Enter').click()
    await expect(modalOf(page)).toHaveAccessibleName('Log in')
    await walletRowOf(modalOf(page)).click()
    await expect(modalOf(page)).toContainText('Look at Development wallet')
    await expect(modalOf(page)).toContainText('Bestätige die Verbindung')
  })

  test('under an unknown name are reported to the developer', async ({ page, devnet, guard }) => {
    await page.goto(
      `${devnet.demo}/?wallet=hang&kit=${own({ debug: true, texts: { 'connect.titel': 'Log in' } })}`,
    )
    await buttonOf(page, 'Connect wallet').click()
    await expect(page.getByRole('alert')).toContainText(
      'Option "texts" has "connect.titel", which is shown nowhere.',
    )
    await expect(modalOf(page)).toHaveAccessibleName('Connect wallet')
    await expect.poll(() => guard.takeProblems().join()).toContain('connect.titel')
  })
})

/** The horizontal middle of an element, in CSS pixels from the left. */
async function middleOf(page: Page, name: string): Promise<number> {
  const box = await modalOf(page).getByRole('button', { name, exact: true }).boundingBox()
  if (!box) throw new Error(`There is no button ${name}`)
  return box.x + box.width / 2
}

test.describe('right to left', () => {
  test('in Arabic the modal is mirrored, except left-to-right parts such as addresses', async ({
    page,
    devnet,
  }) => {
    await visitConnected(page, `${devnet.demo}/?wallet=approve&locale=ar`)
    await buttonOf(page, /^الحساب/).click()
    const modal = modalOf(page)
    await expect(modal).toHaveAccessibleName('الحساب')
    await expect(modal).toHaveAttribute('dir', 'rtl')
    expect(await page.locator('html').getAttribute('dir')).toBeNull()
    const { width = 0 } = page.viewportSize() ?? {}
    expect(await middleOf(page, 'إغلاق')).toBeLessThan(width / 2)

    const address = modal.getByText('0xf3…b92266')
    expect(await address.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
    await expect(modal.getByRole('list', { name: 'الرموز' })).toContainText(/[\d,]+\.\d{3} ETH/)
    const amount = modal.getByText(/^[\d,]+\.\d{3} ETH$/)
    expect(await amount.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')

    await modal.getByRole('button', { name: /^الشبكة:/ }).click()
    await expect(modal).toHaveAccessibleName('اختيار شبكة')
    expect(await middleOf(page, 'رجوع')).toBeGreaterThan(width / 2)
    const scaleOf = (name: string) =>
      modal
        .getByRole('button', { name, exact: true })
        .locator('.icon')
        .evaluate((icon) => getComputedStyle(icon).scale)
    expect(await scaleOf('رجوع')).toBe('-1 1')
    expect(await scaleOf('إغلاق')).toBe('none')
  })

  test('the next screen slides in from the side of the reading direction', async ({
    page,
    devnet,
  }) => {
    for (const [locale, side] of [
      ['en', 1],
      ['ar', -1],
    ] as const)
      await test.step(locale, async () => {
        await page.goto(`${devnet.demo}/?wallet=hang&locale=${locale}`)
        await page
          .getByRole('banner')
          .getByRole('button', { name: /^(Connect wallet|ربط المحفظة)$/ })
          .click()
        await expect(modalOf(page)).toHaveAttribute('lang', locale)
        // pauses the next screen at the start of its animation
        await modalOf(page).evaluate((modal) => {
          const root = modal.getRootNode()
          const sheet = new CSSStyleSheet()
          sheet.replaceSync('.screen-body { animation-play-state: paused !important; }')
          if (root instanceof ShadowRoot) root.adoptedStyleSheets.push(sheet)
        })
        await walletRowOf(modalOf(page)).click()
        const body = modalOf(page).locator('.screen[data-direction="forward"] .screen-body')
        await expect(body).toHaveCSS('translate', `${16 * side}px`)
      })
  })

  test('an English modal on a right-to-left page stays left-to-right', async ({ page, devnet }) => {
    await pageIs(page, { lang: 'en', dir: 'rtl' })
    await page.goto(`${devnet.demo}/?wallet=hang`)
    await page.getByRole('button', { name: 'Connect wallet', exact: true }).first().click()
    await expect(modalOf(page)).toHaveAccessibleName('Connect wallet')
    const { width = 0 } = page.viewportSize() ?? {}
    expect(await middleOf(page, 'Close')).toBeGreaterThan(width / 2)
    await expect.poll(() => overflowing(modalOf(page))).toEqual([])
  })

  test('the Arabic modal has no accessibility faults on a phone', async ({ page, devnet }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${devnet.demo}/?wallet=hang&locale=ar`)
    await buttonOf(page, 'ربط المحفظة').click()
    await expect(walletRowOf(modalOf(page))).toBeVisible()
    await expect.poll(() => overflowing(modalOf(page))).toEqual([])
    await expect.poll(() => axe(page, { within: '[data-latchkey]' })).toEqual([])
  })
})
