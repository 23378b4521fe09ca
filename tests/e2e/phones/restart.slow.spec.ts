/**
 * The page or the phone is reloaded in the middle of an action. No request is shown twice, and none
 * is lost.
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { openPhone, script, startPhone } from '../support/phone.ts'
import { connectPhone, openCode, scan } from '../support/scan.ts'
import {
  accountButtonOf,
  connectButtonOf,
  modalOf,
  openConnect,
  walletRowOf,
} from '../support/site.ts'

const sign = (page: Page) => page.getByRole('button', { name: 'Sign it' }).click()
const signed = (page: Page) =>
  expect(page.getByRole('main')).toContainText('Signed. We checked: it is yours.')
const questions = (phone: Page) => script(phone, 'pending')

test('after a reload the page shows the same code again, and the code connects', async ({
  page,
  browser,
  devnet,
}) => {
  const phone = await startPhone(browser, devnet)
  await openCode(page, devnet)
  const drawing = modalOf(page)
    .getByRole('img', { name: /^QR code/ })
    .locator('path')
  const before = await drawing.getAttribute('d')
  await openCode(page, devnet)
  expect(await drawing.getAttribute('d')).toBe(before)
  await script(phone, 'pair', await scan(page))
  await script(phone, 'approve')
  await expect(accountButtonOf(page)).toBeVisible()
  expect(await script(phone, 'sessions')).toHaveLength(1)
})

test('if the page reloads while the phone decides, opening the code again connects', async ({
  page,
  browser,
  devnet,
}) => {
  const phone = await startPhone(browser, devnet)
  await openCode(page, devnet)
  await script(phone, 'pair', await scan(page))
  await page.goto('about:blank')
  await script(phone, 'approve')
  // The phone's answer may arrive before the press. Then the visitor is connected without it, and
  // the modal closes.
  await openConnect(page, `${devnet.demo}/?wallet=two`)
    .then((modal) => walletRowOf(modal, /^WalletConnect/).click())
    .catch(() => {})
  await expect(accountButtonOf(page)).toBeVisible()
  expect(await script(phone, 'sessions')).toHaveLength(1)
})

test('a closed code is not shown again', async ({ page, devnet }) => {
  await openCode(page, devnet)
  const drawing = modalOf(page)
    .getByRole('img', { name: /^QR code/ })
    .locator('path')
  const before = await drawing.getAttribute('d')
  await page.keyboard.press('Escape')
  await expect(modalOf(page)).toBeHidden()
  await openCode(page, devnet)
  expect(await drawing.getAttribute('d')).not.toBe(before)
})

test('a signature is requested once and its answer is not lost', async ({
  page,
  browser,
  devnet,
}) => {
  const phone = await startPhone(browser, devnet)
  await connectPhone(page, phone, devnet)
  await test.step('if the page reloads while a signature is requested, the phone has one request, and its answer arrives', async () => {
    await sign(page)
    const { id } = await script(phone, 'waitForQuestion')
    await page.reload()
    await expect(accountButtonOf(page)).toBeVisible()
    await sign(page)
    await expect(page.getByRole('main')).toContainText('Sign it in your wallet.')
    expect(await questions(phone)).toMatchObject([{ id }])
    await script(phone, 'approve')
    await signed(page)
    expect(await questions(phone)).toEqual([])
  })
  await test.step('a signature that arrived while the page was closed is returned when it is requested again', async () => {
    await sign(page)
    await script(phone, 'waitForQuestion')
    await page.goto('about:blank')
    await script(phone, 'approve')
    await page.goto(`${devnet.demo}/?wallet=two`)
    await expect(accountButtonOf(page)).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('@latchkey/walletconnect.requests')))
      .toContain('"answer"')
    await sign(page)
    await signed(page)
    expect(await questions(phone)).toEqual([])
    expect(
      await page.evaluate(() => localStorage.getItem('@latchkey/walletconnect.requests')),
    ).toBeNull()
  })
  await test.step('a phone whose tab is closed gets the request when it is opened again', async () => {
    const context = phone.context()
    await phone.close()
    await sign(page)
    await expect(page.getByRole('main')).toContainText('Sign it in your wallet.')
    const again = await context.newPage()
    await openPhone(again, devnet, devnet.relay)
    await script(again, 'waitForQuestion')
    await script(again, 'approve')
    await signed(page)
  })
})

test('the phone can reload while the user decides and while a request is open', async ({
  page,
  browser,
  devnet,
}) => {
  const phone = await startPhone(browser, devnet)
  await openCode(page, devnet)
  await script(phone, 'pair', await scan(page))
  await openPhone(phone, devnet, devnet.relay)
  await script(phone, 'waitForQuestion')
  await script(phone, 'approve')
  await expect(accountButtonOf(page)).toBeVisible()
  await expect(modalOf(page)).toBeHidden()

  await sign(page)
  await script(phone, 'waitForQuestion')
  await openPhone(phone, devnet, devnet.relay)
  await script(phone, 'waitForQuestion')
  expect(await questions(phone)).toHaveLength(1)
  await script(phone, 'approve')
  await signed(page)
})

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
  })

  test('a page that the system closed while the visitor was in the app is connected when it opens again', async ({
    page,
    context,
    devnet,
  }) => {
    const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
    await walletRowOf(modal, /^Pocket/).tap()
    const opening = context.waitForEvent('page')
    await modal.getByRole('link', { name: 'Open and continue in a new browser tab' }).tap()
    const app = await opening
    const approve = app.getByRole('dialog').getByRole('button', { name: 'Approve' })
    await expect(approve).toBeVisible()
    await page.goto('about:blank')
    await approve.tap()
    await expect(app.getByRole('status')).toContainText('You can go back')
    await page.goto(`${devnet.demo}/?wallet=none`)
    await expect(accountButtonOf(page)).toBeVisible()
  })

  test('an app that has not answered does not delay the page', async ({
    page,
    context,
    devnet,
  }) => {
    const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
    await walletRowOf(modal, /^Pocket/).tap()
    const opening = context.waitForEvent('page')
    await modal.getByRole('link', { name: 'Open and continue in a new browser tab' }).tap()
    await opening
    await page.reload()
    await expect(connectButtonOf(page)).toBeEnabled()
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('@latchkey/connection-status')))
      .toBe('"disconnected"')
  })
})
