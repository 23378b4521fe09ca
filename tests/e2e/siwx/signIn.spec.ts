/** Signing in with the wallet: the gate between "connected" and "admitted". */
import type { Route } from '@playwright/test'
import { chunkWith } from '../support/chunkWith.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { script, sheetOf, startPhone } from '../support/phone.ts'
import { openCode, scan } from '../support/scan.ts'
import {
  accountButtonOf,
  connectButtonOf,
  modalOf,
  openConnect,
  walletRowOf,
  walletWindowOf,
  withoutRelay,
} from '../support/site.ts'
import { tabTo } from '../support/tabTo.ts'

// the server refuses, or does not answer, on purpose
test.use({ allowConsole: [/401|ERR_FAILED/] })

const statement = 'Show that this account is yours, and come in.'

test('if a sign-in is required, a visitor signs in, stays signed in after a reload, and is signed out by disconnecting', async ({
  page,
  devnet,
}) => {
  const modal = await openConnect(page, `${devnet.demo}/?siwx=required`)
  const wallet = walletWindowOf(page)
  const account = page.getByRole('region', { name: 'Your account' })
  await walletRowOf(modal).click()
  await wallet.getByRole('button', { name: 'Approve' }).click()
  await expect(modal).toHaveAccessibleName('Sign in')
  await test.step('the gate has no Close button, and Escape does not close it', async () => {
    await expect(
      modal.getByRole('heading', { name: `Sign in to ${new URL(devnet.demo).host}` }),
    ).toBeVisible()
    await expect(modal.getByRole('button', { name: 'Close' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(modal).toHaveAccessibleName('Sign in')
    expect(await axe(page)).toEqual([])
  })
  await test.step('the message can be read', async () => {
    await modal.getByRole('button', { name: 'Show message' }).click()
    await expect(modal.getByRole('region', { name: 'Message' })).toContainText(
      `${new URL(devnet.demo).host} wants you to sign in with your Ethereum account:`,
    )
    await expect(modal.getByRole('region', { name: 'Message' })).toContainText(statement)
    await modal.getByRole('button', { name: 'Hide message' }).click()
  })
  await test.step('a refusal in the wallet is shown, and can be retried', async () => {
    await modal.getByRole('button', { name: 'Sign in' }).click()
    await expect(modal.getByRole('button', { name: 'Confirm in Development wallet' })).toBeVisible()
    await expect(modal.getByRole('status').filter({ hasText: 'Authenticating...' })).toBeVisible()
    await wallet.getByRole('button', { name: 'Refuse' }).click()
    await expect(modal).toContainText('Signature declined')
  })
  await test.step('after signing, the modal closes', async () => {
    await modal.getByRole('button', { name: 'Sign in' }).click()
    await expect(wallet).toContainText(statement)
    await wallet.getByRole('button', { name: 'Approve' }).click()
    await expect(modal).toBeHidden()
    await expect(accountButtonOf(page)).toBeVisible()
  })
  await test.step('after a reload no signature is requested', async () => {
    await page.reload()
    await expect(accountButtonOf(page)).toBeVisible()
    await expect(account.getByText('Signed in.')).toBeVisible()
    await expect(modal).toBeHidden()
  })
  await test.step('another tab requests no signature, and disconnects with this tab', async () => {
    const other = await page.context().newPage()
    await other.goto(page.url())
    await expect(
      other.getByRole('region', { name: 'Your account' }).getByText('Signed in.'),
    ).toBeVisible()
    await expect(modalOf(other)).toBeHidden()
    await account.getByRole('button', { name: 'Disconnect' }).click()
    await expect(connectButtonOf(other)).toBeVisible()
    await other.close()
  })
  await test.step('disconnecting signs out', async () => {
    await expect(connectButtonOf(page)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('@latchkey/siwx'))).toBeNull()
  })
  await test.step('cancelling disconnects the wallet', async () => {
    await connectButtonOf(page).click()
    await walletRowOf(modal).click()
    await wallet.getByRole('button', { name: 'Approve' }).click()
    await modal.getByRole('button', { name: 'Cancel' }).click()
    await expect(modal).toBeHidden()
    await expect(connectButtonOf(page)).toBeVisible()
  })
})

test('if a sign-in is optional, a visitor who cancels or closes it stays connected; another network has its own sign-in', async ({
  page,
  devnet,
}) => {
  const modal = await openConnect(page, `${devnet.demo}/?siwx=optional&wallet=approve`)
  const account = page.getByRole('region', { name: 'Your account' })
  await walletRowOf(modal).click()
  await expect(modal).toHaveAccessibleName('Sign in')
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await expect(accountButtonOf(page)).toBeVisible()

  await account.getByRole('button', { name: 'Latchkey Devnet 2' }).click()
  await expect(modal).toHaveAccessibleName('Sign in')
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await expect(modal).toBeHidden()
  await expect(accountButtonOf(page)).toBeVisible()

  await test.step('after a cancel the next visit requests no sign-in; the site’s own button signs in by keyboard alone', async () => {
    await page.reload()
    await expect(accountButtonOf(page)).toBeVisible()
    const button = account.getByRole('button', { name: 'Sign in' })
    await expect(button).toBeVisible()
    await expect(modal).toBeHidden()
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(account.getByText('Signed in.')).toBeVisible()
    await expect(modal).toBeHidden()
  })
  await test.step('after the account disconnects and connects again, a sign-in is requested', async () => {
    await account.getByRole('button', { name: 'Sign out' }).click()
    await expect(account.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await accountButtonOf(page).click()
    await modal.getByRole('button', { name: 'Disconnect' }).click()
    await connectButtonOf(page).click()
    await walletRowOf(modal).click()
    await expect(modal).toHaveAccessibleName('Sign in')
  })
})

test('a visitor signs in to the site’s server and out of it by keyboard alone', async ({
  page,
  devnet,
}) => {
  await withoutRelay(page)
  await page.goto(`${devnet.demo}/?siwx=server`)
  await expect(page.getByRole('button', { name: 'Development wallet' })).toBeVisible()
  await connectButtonOf(page).focus()
  await page.keyboard.press('Enter')
  const [modal, wallet] = [modalOf(page), walletWindowOf(page)]
  await expect(walletRowOf(modal)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(wallet.getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Enter')
  await test.step('the message is opened, read and closed', async () => {
    await expect(modal).toHaveAccessibleName('Sign in')
    await expect(modal.getByRole('button', { name: 'Sign in' })).toBeFocused()
    await tabTo(page, modal.getByRole('button', { name: 'Show message' }))
    await page.keyboard.press('Enter')
    await tabTo(page, modal.getByRole('region', { name: 'Message' }))
    await tabTo(page, modal.getByRole('button', { name: 'Hide message' }))
    await page.keyboard.press('Enter')
  })
  await tabTo(page, modal.getByRole('button', { name: 'Sign in' }))
  await page.keyboard.press('Enter')
  await expect(wallet.getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(modal).toBeHidden()
  await expect(accountButtonOf(page)).toBeFocused()
  expect((await page.request.get(`${devnet.demo}/members`)).status()).toBe(200)
  await tabTo(page, page.getByRole('button', { name: 'Sign out' }))
  await page.keyboard.press('Enter')
  await expect(connectButtonOf(page)).toBeVisible()
  expect((await page.request.get(`${devnet.demo}/members`)).status()).toBe(401)
})

test.describe('on a phone, in light colours', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true })

  test('a visitor signs in by touch', async ({ page, devnet }) => {
    await page.goto(`${devnet.demo}/?siwx=server&theme=light`)
    await connectButtonOf(page).tap()
    const [modal, wallet] = [modalOf(page), walletWindowOf(page)]
    await walletRowOf(modal).tap()
    await wallet.getByRole('button', { name: 'Approve' }).tap()
    await expect(modal).toHaveAccessibleName('Sign in')
    await modal.getByRole('button', { name: 'Show message' }).tap()
    await expect(modal.getByRole('region', { name: 'Message' })).toBeInViewport()
    await expect(modal.getByRole('button', { name: 'Sign in' })).toBeInViewport({ ratio: 1 })
    expect(await axe(page)).toEqual([])
    await modal.getByRole('button', { name: 'Sign in' }).tap()
    await wallet.getByRole('button', { name: 'Approve' }).tap()
    await expect(modal).toBeHidden()
    await expect(
      page.getByRole('region', { name: 'Your account' }).getByText('Signed in.'),
    ).toBeVisible()
  })

  test('an e-mail wallet signs in with the mailed code, and the site’s own server accepts its signature', async ({
    page,
    mailed,
  }) => {
    await page.goto(`${mailed.demo}/?siwx=server&theme=light`)
    await connectButtonOf(page).tap()
    const modal = modalOf(page)
    await modal.getByRole('textbox', { name: 'E-mail address' }).fill('touch@example.org')
    await page.keyboard.press('Enter')
    await expect(modal.getByRole('textbox', { name: 'Code from the e-mail' })).toBeFocused()
    expect(await axe(page)).toEqual([])
    await page.keyboard.type(await mailed.codeTo('touch@example.org'))
    await expect(modal).toBeHidden()
    await expect(
      page.getByRole('region', { name: 'Your account' }).getByText('Signed in.'),
    ).toBeVisible()
    expect((await page.request.get(`${mailed.demo}/members`)).status()).toBe(200)
  })
})

test('the site’s own server admits only signed-in visitors', async ({ page, browser, devnet }) => {
  await page.goto(`${devnet.demo}/members`)
  await expect(page.getByRole('heading', { name: 'Members only' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in at the shop' }).click()
  const modal = await openConnect(page, `${devnet.demo}/?siwx=server&wallet=approve`)
  await walletRowOf(modal).click()
  await modal.getByRole('button', { name: 'Sign in' }).click()
  await expect(modal).toBeHidden()
  const account = page.getByRole('region', { name: 'Your account' })
  await expect(account.getByText('Signed in.')).toBeVisible()
  expect(await page.evaluate(() => document.cookie), 'no script reads the session').toBe('')

  await test.step('after a reload the session is valid, and the page opens', async () => {
    await page.reload()
    await expect(account.getByText('Signed in.')).toBeVisible()
    await account.getByRole('link', { name: 'The members’ page' }).click()
    await expect(page.getByRole('heading', { name: 'The bakers’ table' })).toBeVisible()
    await expect(page.getByRole('listitem')).toContainText(
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    )
    const stranger = await browser.newContext()
    expect((await stranger.request.get(`${devnet.demo}/members`)).status()).toBe(401)
    await stranger.close()
  })
  await test.step('a server that does not answer is reported, and the visitor stays signed in', async () => {
    await page.route('**/siwx/**', (route) => route.abort())
    await page.goto(`${devnet.demo}/?siwx=server&wallet=approve`)
    await expect(modal).toContainText('Ferry Lane Bakery does not answer')
    await page.unroute('**/siwx/**')
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(modal).toBeHidden()
    await expect(account.getByText('Signed in.')).toBeVisible()
  })
  await test.step('after signing out the page refuses the visitor', async () => {
    await account.getByRole('button', { name: 'Sign out' }).click()
    await expect(account.getByRole('button', { name: 'Disconnect' })).toBeHidden()
    expect((await page.request.get(`${devnet.demo}/members`)).status()).toBe(401)
  })
})

test('a phone connects and signs in with one approval, and the site’s server accepts its signature', async ({
  page,
  browser,
  devnet,
}) => {
  const phone = await startPhone(browser, devnet)
  await openCode(page, devnet, 'siwx=server&wallet=none')
  await script(phone, 'pair', await scan(page))
  await expect(sheetOf(phone)).toContainText('Sign in to Ferry Lane Bakery?')
  await expect(sheetOf(phone)).toContainText(statement)
  await sheetOf(phone).getByRole('button', { name: 'Sign in' }).click()
  await expect(modalOf(page)).toBeHidden()
  const account = page.getByRole('region', { name: 'Your account' })
  await expect(account.getByText('Signed in.')).toBeVisible()
  expect((await page.request.get(`${devnet.demo}/members`)).status()).toBe(200)
  await test.step('the phone signs further requests over the same connection', async () => {
    const book = page.getByRole('region', { name: 'Sign the guest book' })
    await book.getByRole('button').click()
    await sheetOf(phone).getByRole('button', { name: 'Approve' }).click()
    await expect(book).toContainText('Signed. We checked: it is yours.')
  })
})

test('a sign-in that ends before the code of its screen has loaded closes the modal', async ({
  page,
  browser,
  devnet,
}) => {
  const phone = await startPhone(browser, devnet)
  const heldRoutes: Route[] = []
  await page.route(chunkWith('siwx-buttons'), (route) => void heldRoutes.push(route))
  await page.route('**/siwx/sessions*', async (route) => {
    await expect.poll(() => heldRoutes.length).toBe(1)
    await route.continue()
  })
  await openCode(page, devnet, 'siwx=server&wallet=none')
  await script(phone, 'pair', await scan(page))
  await sheetOf(phone).getByRole('button', { name: 'Sign in' }).click()
  await expect(modalOf(page)).toBeHidden()
  await expect(
    page.getByRole('region', { name: 'Your account' }).getByText('Signed in.'),
  ).toBeVisible()
  await heldRoutes[0]?.continue()
})

test('if a sign-in is optional, a phone that refuses connection and sign-in together connects with the next code, and may sign in then', async ({
  page,
  browser,
  devnet,
}) => {
  const phone = await startPhone(browser, devnet)
  await openCode(page, devnet, 'siwx=optional&wallet=none')
  await script(phone, 'pair', await scan(page))
  await expect(sheetOf(phone)).toContainText('Sign in to Ferry Lane Bakery?')
  await sheetOf(phone).getByRole('button', { name: 'Refuse' }).click()
  const modal = modalOf(page)
  await modal.getByRole('button', { name: 'Try again' }).click()
  await script(phone, 'pair', await scan(page))
  await script(phone, 'approve')
  await expect(modal).toHaveAccessibleName('Sign in')
  await modal.getByRole('button', { name: 'Sign in' }).click()
  await expect(sheetOf(phone)).toContainText(statement)
  await sheetOf(phone).getByRole('button', { name: 'Approve' }).click()
  await expect(modal).toBeHidden()
  await expect(
    page.getByRole('region', { name: 'Your account' }).getByText('Signed in.'),
  ).toBeVisible()
})

test('with the e-mail wallet the mailed code also signs in; a later sign-in is shown as a sign-in', async ({
  page,
  mailed,
}) => {
  const modal = await openConnect(page, `${mailed.demo}/?siwx=optional`)
  await modal.getByRole('textbox', { name: 'E-mail address' }).fill('member@example.org')
  await page.keyboard.press('Enter')
  await expect(modal.getByRole('textbox', { name: 'Code from the e-mail' })).toBeFocused()
  await expect(modal).toContainText('This also signs you in to Ferry Lane Bakery.')
  await page.keyboard.type(await mailed.codeTo('member@example.org'))
  await expect(modal).toBeHidden()
  const account = page.getByRole('region', { name: 'Your account' })
  await expect(account.getByText('Signed in.')).toBeVisible()

  await test.step('another network has its own sign-in, in the wallet', async () => {
    await account.getByRole('button', { name: 'Latchkey Devnet 2' }).click()
    await expect(modal).toHaveAccessibleName('Sign in')
    await modal.getByRole('button', { name: 'Sign in' }).click()
    const frame = page.locator('[data-latchkey=wallet] iframe').contentFrame()
    await expect(frame.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(frame.getByText(new URL(mailed.demo).host).first()).toBeVisible()
    await expect(frame.getByText(statement, { exact: true })).toBeVisible()
    await frame.getByRole('button', { name: 'Sign in' }).click()
    await expect(modal).toBeHidden()
    await expect(account.getByText('Signed in.')).toBeVisible()
  })
})
