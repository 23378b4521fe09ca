/** A site and more than one phone. */
import type { Browser, Locator, Page } from '@playwright/test'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { script, startPhone } from '../support/phone.ts'
import { openProfile } from '../support/profile.ts'
import { waitForText } from '../support/waitForText.ts'
import { connectPhone, scan } from '../support/scan.ts'
import { accountButtonOf, connectButtonOf, openAccount, walletRowOf } from '../support/site.ts'

const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Goes from the page to the QR code for another phone. */
async function openSecondCode(page: Page, row: RegExp): Promise<Locator> {
  const modal = await openProfile(page)
  await modal.getByRole('button', { name: 'Add a wallet' }).click()
  await walletRowOf(modal, row).click()
  await expect(modal.getByRole('img', { name: /^QR code/ })).toBeVisible()
  return modal
}

/** Connects another phone, with the second account, beside the connected one. */
async function connectSecond(page: Page, browser: Browser, devnet: Addresses): Promise<Page> {
  const modal = await openSecondCode(page, /^WalletConnect/)
  const other = await startPhone(browser, devnet)
  await script(other, 'selectAccount', second)
  await script(other, 'pair', await scan(page))
  const connectedText = waitForText(modal, 'Connected')
  await script(other, 'approve')
  await connectedText
  await expect(modal).toBeHidden()
  return other
}

/** Makes the phone in use sign the page's request. */
async function sign(page: Page, phone: Page): Promise<void> {
  await page.bringToFront()
  await page.getByRole('button', { name: 'Sign', exact: false }).first().click()
  await script(phone, 'waitForQuestion')
  await script(phone, 'approve')
  await expect(page.getByRole('main')).toContainText(/verified|signed/i)
}

const phonesIn = (modal: Locator) =>
  modal.getByRole('list', { name: 'Connected wallets' }).getByRole('listitem')

test('two phones are connected, in every tab and after a reload; each signs, and one disconnects without the other', async ({
  page,
  context,
  browser,
  devnet,
}) => {
  const phone = await startPhone(browser, devnet)
  await connectPhone(page, phone, devnet)
  const tab = await context.newPage()
  await tab.goto(`${devnet.demo}/?wallet=two`)
  await expect(accountButtonOf(tab)).toContainText('0xf3…b92266')

  await page.bringToFront()
  const other = await connectSecond(page, browser, devnet)
  for (const eachPage of [page, tab])
    await expect(accountButtonOf(eachPage)).toContainText('0x70…dc79c8', { ignoreCase: true })
  await sign(page, other)
  for (const eachPage of [page, tab]) {
    await eachPage.reload()
    await expect(accountButtonOf(eachPage)).toContainText('0x70…dc79c8', { ignoreCase: true })
  }

  await tab.bringToFront()
  const modal = await openProfile(tab)
  await expect(phonesIn(modal)).toHaveCount(2)
  expect(await axe(tab, { within: '[data-latchkey]' })).toEqual([])
  await phonesIn(modal)
    .filter({ hasText: '0xf3…b92266' })
    .getByRole('button')
    .first()
    .press('Enter')
  for (const eachPage of [page, tab])
    await expect(accountButtonOf(eachPage)).toContainText('0xf3…b92266')
  await tab.keyboard.press('Escape')
  await sign(tab, phone)

  await openProfile(tab)
  await phonesIn(modal)
    .filter({ hasText: '0xf3…b92266' })
    .getByRole('button', { name: /^Disconnect Pocket \(0xf3…b92266\)$/ })
    .click()
  await expect(modal.getByRole('status')).toContainText('Pocket (0xf3…b92266) is disconnected')
  await expect.poll(() => script(phone, 'sessions')).toEqual([])
  expect(await script(other, 'sessions')).toHaveLength(1)
  for (const eachPage of [page, tab])
    await expect(accountButtonOf(eachPage)).toContainText('0x70…dc79c8', { ignoreCase: true })
  await expect(phonesIn(modal)).toHaveCount(1)
  await page.reload()
  await expect(accountButtonOf(page)).toContainText('0x70…dc79c8', { ignoreCase: true })
  await sign(page, other)
})

test('a second phone can refuse, connect and disconnect while the first phone stays connected', async ({
  page,
  browser,
  devnet,
}) => {
  const phone = await startPhone(browser, devnet)
  await connectPhone(page, phone, devnet)
  await test.step('after the visitor leaves a second code, or a second phone refuses, the first phone is still in use', async () => {
    const modal = await openSecondCode(page, /^WalletConnect/)
    expect(await script(phone, 'sessions')).toHaveLength(1)
    await modal.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(accountButtonOf(page)).toContainText('0xf3…b92266')

    // the app of the connected phone is not listed
    await expect(walletRowOf(modal, /^Pocket/)).toBeHidden()
    await walletRowOf(modal, /^MetaMask/).click()
    const other = await startPhone(browser, devnet)
    await script(other, 'pair', await scan(page))
    await script(other, 'refuse')
    await expect(modal.getByText('Rejected in MetaMask')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(modal).toBeHidden()

    await page.getByRole('button', { name: 'Sign', exact: false }).first().click()
    await script(phone, 'waitForQuestion')
    await script(phone, 'approve')
    await expect(page.getByRole('main')).toContainText(/verified|signed/i)
  })
  await test.step('when one phone disconnects, the other is in use; “Disconnect all” notifies both phones', async () => {
    const other = await connectSecond(page, browser, devnet)
    const [session] = await script(other, 'sessions')
    await script(other, 'disconnect', session?.topic ?? '')
    await expect(accountButtonOf(page)).toContainText('0xf3…b92266')
    const modal = await openAccount(page)
    await expect(
      modal.getByRole('status').filter({ hasText: 'Pocket left. 0xf3…b92266 is in use now.' }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    const third = await connectSecond(page, browser, devnet)
    await (await openProfile(page)).getByRole('button', { name: 'Disconnect all' }).click()
    await expect(connectButtonOf(page)).toBeVisible()
    for (const eachPage of [phone, third])
      await expect.poll(() => script(eachPage, 'sessions')).toEqual([])
  })
})
