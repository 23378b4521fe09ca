/**
 * Logins without a wallet on the Connect screen. The connector for them is the one of the demo's
 * gallery, which gives fixed answers.
 */
import type { Locator, Page } from '@playwright/test'
import { axe, expect, test } from '../fixtures/test.ts'
import { chunkWith } from '../support/chunkWith.ts'
import { faintTexts } from '../support/contrast.ts'
import { runTimers } from '../support/runTimers.ts'
import { changeScreen } from '../support/screens.ts'
import { modalOf, openConnect, walletRowOf } from '../support/site.ts'

/** The chunk of the e-mail field and the companies. */
const loginChunk = () => chunkWith('latchkey-email-fault')

async function open(page: Page, demo: string, state: string): Promise<Locator> {
  await page.goto(`${demo}/screens?screen=connect-${state}`)
  await expect(modalOf(page)).toHaveAccessibleName('Connect wallet')
  return modalOf(page)
}

/** Replaces the page's content with a Connect screen in another state, with its own kit. */
async function show(page: Page, state: string): Promise<void> {
  await expect(await changeScreen(page, { view: 'Connect', state })).toHaveAccessibleName(
    'Connect wallet',
  )
}

const emailOf = (modal: Locator) => modal.getByRole('textbox', { name: 'E-mail address' })
const companiesOf = (modal: Locator) =>
  modal.getByRole('button', { name: /^(Continue with (?!e-mail|a wallet)|More ways)/ })
const everyone = ['Google', 'X', 'Discord', 'Farcaster', 'GitHub', 'Apple', 'Facebook'].map(
  (name) => `Continue with ${name}`,
)
const namesOf = (buttons: Locator) =>
  buttons.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label') ?? one.lastChild?.textContent ?? ''),
  )

test('a visitor logs in by e-mail or by a company through an adapter’s login connector', async ({
  page,
  devnet,
}) => {
  const modal = await open(page, devnet.demo, 'all-ways-in')
  await test.step('by keyboard alone: a malformed e-mail address is reported, and Back leads to the typed address', async () => {
    const email = emailOf(modal)
    await expect(email).toBeFocused()
    await expect(email).toHaveAttribute('autocomplete', 'email')
    await expect(email).toHaveAttribute('inputmode', 'email')
    await page.keyboard.type('ann@example')
    await page.keyboard.press('Enter')
    await expect(email).toBeFocused()
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await expect(email).toHaveAccessibleDescription('That is not an e-mail address.')
    await page.keyboard.type('.org')
    await expect(email).toHaveAccessibleDescription('')
    await page.keyboard.press('Enter')
    await expect(modal).toContainText('Sending a code')
    await modal.getByRole('button', { name: 'Back' }).press('Enter')
    await expect(email).toHaveValue('ann@example.org')
    await expect(email).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(modal.getByRole('button', { name: 'Continue with e-mail' })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(modal).toContainText('Sending a code')
  })
  await test.step('every company has its own logo, which stands out in both modes and under the pointer, and opens the next screen', async () => {
    await show(page, 'all-ways-in-companies-unfolded')
    const drawings = (within: Locator) =>
      within.locator('path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')))
    await expect(companiesOf(modal)).toHaveCount(everyone.length)
    const marks = await drawings(companiesOf(modal))
    expect(new Set(marks).size).toBe(everyone.length)
    for (const mode of ['light', 'dark'] as const) {
      await page.evaluate((mode) => window.latchkeyScreen?.setTheme({ mode }), mode)
      for (const company of await companiesOf(modal).all()) {
        await expect.poll(() => faintTexts(company), mode).toEqual([])
        await company.hover()
        await expect.poll(() => faintTexts(company), `${mode}, under the pointer`).toEqual([])
      }
    }
    await modal.getByRole('button', { name: 'Continue with Discord' }).click()
    await expect(modal).toContainText(/Opening Discord|With Discord/)
    await expect
      .poll(() => drawings(modal.locator('.ring')))
      .toEqual([marks[everyone.indexOf('Continue with Discord')]])
  })
  await test.step('the first company is shown by its name, four by their logos, and the others on request', async () => {
    await show(page, 'all-ways-in')
    await expect(companiesOf(modal)).toHaveCount(6)
    expect(await namesOf(companiesOf(modal))).toEqual([
      ...everyone.slice(0, 5),
      'More ways to log in',
    ])
    await modal.getByRole('button', { name: 'More ways to log in' }).press('Enter')
    await expect(modal.getByRole('button', { name: 'Continue with Apple' })).toBeFocused()
    expect(await namesOf(companiesOf(modal))).toEqual(everyone)
    await page.keyboard.press('Enter')
    await expect(modal).toContainText(/Opening Apple|With Apple/)
  })
  await test.step('up to six companies are shown at once', async () => {
    await show(page, 'six-of-them')
    await expect(companiesOf(modal)).toHaveCount(6)
    expect(await namesOf(companiesOf(modal))).toEqual(
      ['GitHub', 'Apple', 'X', 'Google', 'Facebook', 'Discord'].map(
        (name) => `Continue with ${name}`,
      ),
    )
    await expect(companiesOf(modal).first()).toBeFocused()
  })
  await test.step('a login with a company connects, and is not listed as a recent wallet', async () => {
    await show(page, 'social-logins-alone')
    await modal.getByRole('button', { name: 'Continue with Google' }).click()
    await expect
      .poll(async () => {
        await runTimers(page)
        return page.evaluate(() => {
          const session = window.latchkeyScreen?.getState().sessions.eip155
          return session?.status === 'connected'
            ? [
                session.current.connectorId,
                window.latchkeyScreen?.storage.getItem('@latchkey/recent-wallets'),
              ]
            : undefined
        })
      })
      .toEqual(['login', null])
  })
  await test.step('when another tab disconnects before this screen has closed, the screen returns to the list', async () => {
    await expect(modal).toContainText('With Google')
    await page.evaluate(() => window.latchkeyScreen?.disconnect())
    await runTimers(page, 1_000)
    await expect(modal).toHaveAccessibleName('Connect wallet')
  })
  await test.step('logins cannot be used before the terms are accepted', async () => {
    await show(page, 'all-ways-in-terms-to-agree-to')
    const agree = modal.getByRole('checkbox')
    await expect(agree).toBeFocused()
    await emailOf(modal).focus()
    await companiesOf(modal).first().focus()
    await expect(agree).toBeFocused()
    await agree.press('Space')
    await emailOf(modal).fill('ann@example.org')
    await emailOf(modal).press('Enter')
    await expect(modal).toContainText(/Sending a code|You are in/)
  })
  await test.step('wallets that are folded below the e-mail field open on their own screen', async () => {
    await show(page, 'e-mail-alone-wallets-folded')
    await expect(emailOf(modal)).toBeFocused()
    await expect(companiesOf(modal)).toHaveCount(0)
    await modal.getByRole('button', { name: 'Continue with a wallet' }).click()
    await expect(walletRowOf(modal, /^MetaMask/)).toBeVisible()
    await expect(modal.getByRole('listitem').filter({ hasText: 'Ferry Lane login' })).toHaveCount(0)
  })
})

test('a login connector with a wallet’s name does not mark that wallet as installed', async ({
  page,
  devnet,
}) => {
  await page.goto(
    `${devnet.demo}/screens?screen=allwallets-none-installed-and-a-login-of-the-name-of-one`,
  )
  const tile = modalOf(page).getByRole('button', { name: /^MetaMask/ })
  await expect(tile).toBeVisible()
  await expect(modalOf(page)).not.toContainText('Installed')
  await tile.click()
  // the screen of a wallet on a phone; the screen of an installed wallet is called “Connecting”
  await expect(modalOf(page)).toHaveAccessibleName('MetaMask')
})

test.describe('in Hong Kong', () => {
  test.use({ timezoneId: 'Asia/Hong_Kong' })
  test('companies that cannot be reached from there are not offered', async ({ page, devnet }) => {
    const modal = await open(page, devnet.demo, 'all-ways-in')
    await expect(emailOf(modal)).toBeVisible()
    await expect(walletRowOf(modal, /^MetaMask/)).toBeVisible()
    await expect(companiesOf(modal)).toHaveCount(0)
  })
})

test.describe('inside Telegram on a phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Telegram-Android/11.4.2',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  test('companies that do not open in Telegram are left out, and the e-mail field is not focused by itself', async ({
    page,
    devnet,
  }) => {
    const modal = await open(page, devnet.demo, 'all-ways-in')
    await expect(emailOf(modal)).toBeVisible()
    expect(await namesOf(companiesOf(modal))).toEqual(
      ['Google', 'Discord', 'Farcaster', 'GitHub', 'Apple'].map((name) => `Continue with ${name}`),
    )
    await expect(emailOf(modal)).not.toBeFocused()
    await page.keyboard.press('Tab')
    await expect(emailOf(modal)).toBeFocused()
  })
})

test.describe('the code of logins', () => {
  test('is not loaded without a login connector', async ({ page, devnet }) => {
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    const modal = await openConnect(page, `${devnet.demo}/?wallet=approve`)
    await expect(walletRowOf(modal)).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(fetched.filter((url) => url.endsWith(loginChunk().slice(2)))).toEqual([])
  })

  test('has a placeholder: nothing moves when the code is loaded, and the placeholder has the keyboard focus until then', async ({
    page,
    devnet,
  }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(loginChunk(), async (route) => {
      await held
      await route.continue()
    })
    const modal = await open(page, devnet.demo, 'all-ways-in')
    await expect(walletRowOf(modal, /^MetaMask/)).toBeVisible()
    await expect(modal.locator('.connect-methods')).toBeFocused()
    expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
    const topOf = () =>
      walletRowOf(modal, /^WalletConnect/).evaluate(
        (row) =>
          row.getBoundingClientRect().top -
          (row.closest('.screen')?.getBoundingClientRect().top ?? 0),
      )
    const before = await topOf()
    release()
    await expect(emailOf(modal)).toBeFocused()
    await expect(companiesOf(modal)).toHaveCount(6)
    expect(await topOf()).toBe(before)
  })

  test.describe('when it fails to load', () => {
    test.use({ allowConsole: [/Failed to load resource|dynamically imported module/] })
    test('a message says so, the wallets stay, and a retry loads it', async ({ page, devnet }) => {
      await page.route(loginChunk(), (route) => route.abort('connectionreset'))
      const modal = await open(page, devnet.demo, 'e-mail-alone-wallets-folded')
      await expect(modal).toContainText('This part did not load')
      await expect(modal.getByRole('button', { name: 'Continue with a wallet' })).toBeVisible()
      await page.unroute(loginChunk())
      await expect(async () => {
        await modal.getByRole('button', { name: 'Try again' }).click({ timeout: 500 })
        await expect(emailOf(modal)).toBeVisible({ timeout: 500 })
      }).toPass()
    })
  })
})
