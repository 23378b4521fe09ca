/** On a phone, a request opens the wallet's app, by the browser's rules for windows. */
import type { BrowserContext, Page } from '@playwright/test'
import { axe, expect, test } from '../fixtures/test.ts'
import { script, sheetOf } from '../support/phone.ts'
import { phoneTab } from '../support/phoneTab.ts'
import {
  accountButtonOf,
  connectButtonOf,
  modalOf,
  openAccount,
  openConnect,
  walletRowOf,
} from '../support/site.ts'
import { overflowing, smallTargets } from '../support/targets.ts'

test.use({
  // the phone's library throws this if two tabs of the phone get the end of the session at once
  allowConsole: [/Record was recently deleted - session/],
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
})

/** Connects by deep link, as a visitor with the app does. */
async function connectByLink(page: Page, context: BrowserContext, demo: string): Promise<Page> {
  const modal = await openConnect(page, `${demo}/?wallet=none`)
  await walletRowOf(modal, /^Pocket/).tap()
  const phone = await phoneTab(context, () =>
    modal.getByRole('link', { name: 'Open and continue in a new browser tab' }).tap(),
  )
  await sheetOf(phone).getByRole('button', { name: 'Approve' }).tap()
  await page.bringToFront()
  await expect(accountButtonOf(page)).toBeVisible()
  await expect(modalOf(page)).toBeHidden()
  return phone
}

const signed = (page: Page) =>
  expect(page.getByRole('main')).toContainText('Signed. We checked: it is yours.')

test('a request for a signature opens the app, also after a reload, until the site disconnects', async ({
  page,
  context,
  devnet,
}) => {
  const first = await connectByLink(page, context, devnet.demo)
  const sign = page.getByRole('button', { name: 'Sign it' })
  let phone = await phoneTab(context, () => sign.tap())
  expect(phone.url()).toBe(`${devnet.phone}/`)
  expect(await phone.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toMatch(
    /\/wc\?requestId=0&sessionTopic=[0-9a-f]{64}$/,
  )
  await expect(first.getByRole('heading', { name: 'Open in another tab' })).toBeVisible()
  await sheetOf(phone).getByRole('button', { name: 'Approve' }).tap()
  await page.bringToFront()
  await signed(page)

  await page.reload()
  await expect(accountButtonOf(page)).toBeVisible()
  phone = await phoneTab(context, () => sign.tap())
  await sheetOf(phone).getByRole('button', { name: 'Approve' }).tap()
  await page.bringToFront()
  await signed(page)

  const link = () => page.evaluate(() => localStorage.getItem('@latchkey/walletconnect.deep-link'))
  expect(await link()).toContain('Pocket')
  await (await openAccount(page)).getByRole('button', { name: 'Disconnect' }).tap()
  await expect(connectButtonOf(page)).toBeVisible()
  expect(await link()).toBeNull()
})

test('a transaction opens the app; a request without a tap, or after the session has ended, does not', async ({
  page,
  context,
  devnet,
}) => {
  let phone = await connectByLink(page, context, devnet.demo)
  await test.step('a transaction', async () => {
    phone = await phoneTab(context, () =>
      page
        .getByRole('button', { name: /^(Send|Tip|Leave)/ })
        .first()
        .tap(),
    )
    await expect(sheetOf(phone)).toHaveAccessibleName(/^Send 0\.005 ETH/)
    await sheetOf(phone).getByRole('button', { name: 'Approve' }).tap()
    await page.bringToFront()
    await expect(page.getByRole('main')).toContainText(/block/i)
  })
  await test.step('a request without a tap opens nothing, but reaches the phone', async () => {
    const pages = context.pages().length
    await page.getByRole('button', { name: 'Sign it' }).evaluate((button: HTMLButtonElement) => {
      // waits until the test's last action no longer counts as a tap of the visitor
      const waiting = setInterval(() => {
        if (navigator.userActivation.isActive) return
        clearInterval(waiting)
        button.click()
      }, 100)
    })
    await script(phone, 'waitForQuestion', 20_000)
    await script(phone, 'approve')
    await signed(page)
    expect(context.pages()).toHaveLength(pages)
  })
  await test.step('a wallet that has ended the session is not opened', async () => {
    const [session] = await script(phone, 'sessions')
    await script(phone, 'disconnect', session?.topic ?? '')
    await expect(connectButtonOf(page)).toBeVisible()
    expect(
      await page.evaluate(() => localStorage.getItem('@latchkey/walletconnect.deep-link')),
    ).toBeNull()
  })
})

test('a page without the kit’s screens opens the app to connect, and to sign after a reload', async ({
  page,
  context,
  devnet,
}) => {
  await page.goto(`${devnet.demo}/headless?wallet=none`)
  await page.getByRole('button', { name: 'Pocket' }).tap()
  const link = page.getByRole('link', { name: 'Open Pocket' })
  await expect(link).toHaveAttribute('href', new RegExp(`^${devnet.phone}/wc\\?uri=wc%3A`))
  expect(await axe(page)).toEqual([])
  await expect.poll(() => smallTargets(page.getByRole('main'))).toEqual([])
  await expect.poll(() => overflowing(page.getByRole('main'))).toEqual([])
  let phone = await phoneTab(context, () => link.tap())
  await sheetOf(phone).getByRole('button', { name: 'Approve' }).tap()
  await page.bringToFront()
  const sign = page.getByRole('button', { name: 'Sign it' })
  await expect(sign).toBeVisible()

  await page.reload()
  await expect(sign).toBeVisible()
  phone = await phoneTab(context, () => sign.tap())
  expect(await phone.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toMatch(
    /\/wc\?requestId=0&sessionTopic=[0-9a-f]{64}$/,
  )
  await sheetOf(phone).getByRole('button', { name: 'Approve' }).tap()
  await page.bringToFront()
  await signed(page)
  expect(await page.locator('[data-latchkey]').count()).toBe(0)
})
