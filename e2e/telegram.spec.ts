/** Inside Telegram, which shows pages in its own view: apps are opened by https, and an opened code stays valid. */
import type { Locator } from '@playwright/test'
import { axe, expect, test } from './fixtures/test.ts'
import { script, sheetOf, startPhone } from './support/phone.ts'
import { phoneTab } from './support/phoneTab.ts'
import { openProfile } from './support/profile.ts'
import { accountButtonOf, connectButtonOf, modalOf, openAccount, openConnect, walletRowOf } from './support/site.ts'
import { overflowing, smallTargets } from './support/targets.ts'

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Telegram-Android/11.4.2',
})

// set by the app on every page that it shows
test.beforeEach(({ page }) => page.addInitScript(() => Object.assign(window, { TelegramWebviewProxy: { postEvent() {} } })))

const openLink = (modal: Locator) => modal.getByRole('link', { name: 'Open and continue in a new browser tab' })

/** The pairing in a link. */
async function pairingIn(link: Locator): Promise<string> {
  await expect(link).toHaveAttribute('href', /uri=wc%3A/)
  return new URL((await link.getAttribute('href')) ?? '').searchParams.get('uri') ?? ''
}

test('a wallet is opened by its https address, in a new tab, and so is it when something is to be signed', async ({ page, context, devnet }) => {
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await walletRowOf(modal, /^MetaMask/).tap()
  await expect(openLink(modal)).toHaveAttribute('href', /^https:\/\/metamask\.app\.link\/wc\?uri=wc%3A/) // although the app has its own scheme
  await expect(openLink(modal)).toHaveAttribute('target', '_blank')
  expect(await axe(page)).toEqual([])
  await expect.poll(() => smallTargets(modal)).toEqual([])
  await expect.poll(() => overflowing(modal)).toEqual([])

  await modal.getByRole('button', { name: 'Back', exact: true }).tap()
  await walletRowOf(modal, /^Pocket/).tap()
  let phone = await phoneTab(context, () => openLink(modal).tap())
  await sheetOf(phone).getByRole('button', { name: 'Approve' }).tap()
  await page.bringToFront()
  await expect(accountButtonOf(page)).toBeVisible()
  await expect(modal).toBeHidden()

  phone = await phoneTab(context, () => page.getByRole('button', { name: 'Sign it' }).tap())
  await sheetOf(phone).getByRole('button', { name: 'Approve' }).tap()
  await page.bringToFront()
  await expect(page.getByRole('main')).toContainText('Signed. We checked: it is yours.')
})

test('one pairing serves every wallet and every visit to the screen, until it runs out', async ({ page, devnet }) => {
  // set back by the time that is skipped below, because the relay accepts no token from the future
  await page.clock.install({ time: Date.now() - 6 * 60_000 })
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await walletRowOf(modal, /^MetaMask/).tap()
  const first = await pairingIn(openLink(modal))
  await modal.getByRole('button', { name: 'Back', exact: true }).tap()
  await walletRowOf(modal, /^Pocket/).tap()
  expect(await pairingIn(openLink(modal))).toBe(first)
  await modal.getByRole('button', { name: 'Close' }).tap()
  await expect(modal).toBeHidden()
  await page.clock.fastForward('01:00')
  await connectButtonOf(page).tap()
  await walletRowOf(modalOf(page), /^Pocket/).tap()
  expect(await pairingIn(openLink(modal))).toBe(first)
  await page.clock.fastForward('04:02') // at once, because the relay answers in real time
  await expect(async () => expect(await pairingIn(openLink(modal))).not.toBe(first)).toPass()
})

test('a later request opens the app that was tapped last, not the one before', async ({ page, context, devnet }) => {
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await walletRowOf(modal, /^MetaMask/).tap()
  const metamask = openLink(modal)
  const code = await pairingIn(metamask)
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault(), { once: true })) // no app is installed
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

test('a phone that says yes when its code was left stands beside the wallet in use, and is told when the modal opens', async ({ page, browser, devnet }) => {
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
  await expect.poll(() => page.evaluate(() => localStorage.getItem('@latchkey/connections'))).toContain('walletConnect')
  await expect(accountButtonOf(page)).toContainText('0xf3…b92266')
  await openAccount(page)
  await expect(modal.getByRole('status').filter({ hasText: 'Pocket is connected too' })).toBeVisible()
  await expect(accountButtonOf(page)).toContainText('0xf3…b92266')
})
