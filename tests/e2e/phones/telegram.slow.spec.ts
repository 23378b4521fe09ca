/**
 * Inside Telegram, which shows pages in its own view: apps are opened by https, an opened code
 * stays valid, and logins by companies open no window.
 */
import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { addressOn, agree, companyOf, companyPage, openLogins } from '../support/companyLogin.ts'
import { script, sheetOf, startPhone } from '../support/phone.ts'
import { phoneTab } from '../support/phoneTab.ts'
import { openProfile } from '../support/profile.ts'
import {
  accountButtonOf,
  connectButtonOf,
  modalOf,
  openAccount,
  openConnect,
  walletRowOf,
} from '../support/site.ts'
import { insideTelegram, openLink, telegram } from '../support/telegram.ts'

test.use(telegram)
test.beforeEach(({ page }) => insideTelegram(page))

/** The pairing in a link. */
async function pairingIn(link: Locator): Promise<string> {
  await expect(link).toHaveAttribute('href', /uri=wc%3A/)
  return new URL((await link.getAttribute('href')) ?? '').searchParams.get('uri') ?? ''
}

test('every wallet and every opening of the screen uses the same pairing until it expires', async ({
  page,
  devnet,
}) => {
  // The clock starts in the past, because the test skips five minutes below, and the relay accepts
  // no token from the future.
  await page.clock.install({ time: Date.now() - 6 * 60_000 })
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await walletRowOf(modal, /^MetaMask/).tap()
  let first = ''
  await expect(async () => {
    first = await pairingIn(openLink(modal))
    const [, until] = /expiryTimestamp=(\d+)/.exec(first) ?? []
    expect(Number(until) * 1_000).toBeGreaterThan(Date.now()) // the kit has the relay's time now
  }).toPass()
  await modal.getByRole('button', { name: 'Back', exact: true }).tap()
  await walletRowOf(modal, /^Pocket/).tap()
  expect(await pairingIn(openLink(modal))).toBe(first)
  await modal.getByRole('button', { name: 'Close' }).tap()
  await expect(modal).toBeHidden()
  await page.clock.fastForward('01:00')
  await connectButtonOf(page).tap()
  await walletRowOf(modalOf(page), /^Pocket/).tap()
  expect(await pairingIn(openLink(modal))).toBe(first)
  await page.clock.fastForward('04:02') // in one jump, because the relay answers in real time
  await expect(async () => expect(await pairingIn(openLink(modal))).not.toBe(first)).toPass()
})

test('a later request opens the app whose link the visitor tapped last', async ({
  page,
  context,
  devnet,
}) => {
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await walletRowOf(modal, /^MetaMask/).tap()
  const metamask = openLink(modal)
  const code = await pairingIn(metamask)
  await page.evaluate(() =>
    document.addEventListener('click', (event) => event.preventDefault(), {
      once: true,
      capture: true,
    }),
  ) // without this the tap would leave the page, because no app is installed
  await metamask.tap()
  const link = () => page.evaluate(() => localStorage.getItem('@latchkey/walletconnect.deep-link'))
  expect(await link()).toContain('metamask')
  await modal.getByRole('button', { name: 'Back', exact: true }).tap()
  await walletRowOf(modal, /^Pocket/).tap()
  expect(await pairingIn(openLink(modal))).toBe(code)
  expect(await link()).toBeNull()
  const phone = await phoneTab(context, () => openLink(modal).tap())
  await sheetOf(phone).getByRole('button', { name: 'Approve' }).tap()
  await page.bringToFront()
  await expect(accountButtonOf(page)).toBeVisible()
  expect(await link()).toContain('Pocket')
})

test('a phone that approves after the visitor left its code is added to the connected wallets, and the modal reports it when it opens', async ({
  page,
  browser,
  devnet,
}) => {
  const modal = await openConnect(page, `${devnet.demo}/?wallet=approve`)
  await walletRowOf(modal).tap()
  await expect(accountButtonOf(page)).toContainText('0xf3…b92266')
  await expect(modal).toBeHidden()
  await openProfile(page)
  await modal.getByRole('button', { name: 'Add a wallet' }).tap()
  await walletRowOf(modal, /^Pocket/).tap()
  const code = await pairingIn(openLink(modal))
  await modal.getByRole('button', { name: 'Close' }).tap()
  await expect(modal).toBeHidden()

  const phone = await startPhone(browser, devnet)
  await script(phone, 'selectAccount', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  await script(phone, 'pair', code)
  await script(phone, 'approve')
  await page.bringToFront()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('@latchkey/connections')))
    .toContain('walletConnect')
  await expect(accountButtonOf(page)).toContainText('0xf3…b92266')
  await openAccount(page)
  await expect(
    modal.getByRole('status').filter({ hasText: 'Pocket is connected too' }),
  ).toBeVisible()
  await expect(accountButtonOf(page)).toContainText('0xf3…b92266')
})

/** The companies on the Connect screen, in order. */
const offered = (modal: Locator) =>
  modal
    .getByRole('button', { name: /^Continue with (?!e-mail|a wallet)/ })
    .evaluateAll((all) =>
      all.map((one) => (one.ariaLabel ?? one.textContent).replace('Continue with ', '')),
    )

test('a login with a company uses this tab and returns with an account; the returned address works only once', async ({
  page,
  browser,
  mailed,
}) => {
  const addresses: string[] = []
  // read from the frame, because the addresses of requests have no fragments
  page.on('framenavigated', (frame) => frame === page.mainFrame() && addresses.push(frame.url()))
  const modal = await openLogins(page, mailed)
  expect(await offered(modal)).toEqual(['Google', 'Discord', 'Farcaster', 'GitHub', 'Apple'])
  await page.evaluate(
    () =>
      void (window.open = () => {
        throw new Error('Telegram opens no windows')
      }),
  )
  await companyOf(modal, 'Google').tap()
  await expect(companyPage(page, 'Google')).toBeVisible()
  await agree(page, 'telegram@example.org')
  const address = await addressOn(page)
  expect(address).not.toBe('')
  await expect(modal).toBeHidden()
  expect(page.url()).not.toContain('latchkey-login')

  const back =
    addresses.find((one) => one.startsWith(mailed.demo) && one.includes('latchkey-login')) ?? ''
  await page.goto(back)
  expect(await addressOn(page)).toBe(address)
  const other = await (await browser.newContext()).newPage()
  await other.goto(back)
  await expect(connectButtonOf(other)).toBeVisible()
  await other.waitForLoadState('networkidle')
  expect(other.url()).not.toContain('latchkey-login')
  await expect(other.locator('[data-latchkey=wallet]')).toHaveCount(0)
  await expect(modalOf(other)).toBeHidden()
  await other.context().close()
})

for (const { on, userAgent, isPhone, companies } of [
  {
    on: 'an iPhone',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    isPhone: true,
    companies: ['X', 'Discord', 'Farcaster', 'GitHub', 'Apple', 'Facebook'],
  },
  {
    on: 'a Mac',
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
    isPhone: false,
    companies: ['Google', 'Discord', 'Farcaster', 'GitHub', 'Apple', 'Facebook'],
  },
]) {
  test.describe(`on ${on}`, () => {
    test.use({
      userAgent,
      hasTouch: isPhone,
      isMobile: isPhone,
      viewport: isPhone ? { width: 390, height: 844 } : { width: 420, height: 720 },
    })
    test('companies whose pages do not open there are not listed', async ({ page, mailed }) => {
      expect(await offered(await openLogins(page, mailed))).toEqual(companies)
    })
  })
}
