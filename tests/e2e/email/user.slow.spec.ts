/** The data of a visitor that a site gets, and stores, after a login by e-mail or at a company. */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { pressSeen } from '../support/approvals.ts'
import { connectButtonOf, modalOf } from '../support/site.ts'

test.setTimeout(120_000)
// the browser writes every failed answer to the console
test.use({ allowConsole: [/40\d .*v1\/|postMessage|ERR_FAILED/] })

/** Resolves to the window that a press opens. */
const windowBy = async (page: Page, press: () => Promise<void>): Promise<Page> =>
  (await Promise.all([page.waitForEvent('popup'), press()]))[0]

test('a site’s own button changes the e-mail address, and the site shows the new address', async ({
  page,
  pages,
  mailed,
}) => {
  const [before, after] = ['profile@example.org', 'profile@example.net']
  await page.goto(`${pages}/email.html?wallet=${encodeURIComponent(mailed.wallet)}`)
  const user = page.getByTestId('user')
  const field = modalOf(page).getByRole('textbox', { name: 'E-mail address' })
  const change = page.getByRole('button', { name: 'Change the address' })

  await test.step('without an e-mail wallet the function says so', async () => {
    await change.click()
    await expect(page.getByRole('status')).toHaveText('Not changed: addressOrConnectorMissing')
  })

  await test.step('after the login the account has the address', async () => {
    await connectButtonOf(page).click()
    await field.fill(before)
    const own = await windowBy(page, () => page.keyboard.press('Enter'))
    await Promise.all([
      own.waitForEvent('close'),
      own.getByLabel('Code from the e-mail').fill(await mailed.codeTo(before)),
    ])
    await expect(user).toHaveText(`${before}, no name, no company`)
  })

  await test.step('a visitor who closes the window changes nothing', async () => {
    const own = await windowBy(page, () => change.click())
    await expect(own.getByLabel('New e-mail address')).toBeFocused()
    await own.close()
    await expect(page.getByRole('status')).toHaveText('Not changed: userRejected')
  })

  await test.step('settings that are opened from the modal and closed show no error', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Account/ })
      .click()
    const modal = modalOf(page)
    await modal.getByRole('button', { name: /Your wallets$/ }).click()
    const own = await windowBy(page, () =>
      modal.getByRole('button', { name: 'Wallet settings' }).click(),
    )
    await expect(own.getByRole('button', { name: /^E-mail address/ })).toBeVisible()
    await own.close()
    await expect(modal.getByRole('button', { name: 'Wallet settings' })).toBeVisible()
    await expect(modal.getByText(/Something went wrong/)).toHaveCount(0)
    await modal.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('the window opens at the e-mail address, and the codes of both mails change the address', async () => {
    mailed.pass(31_000)
    const own = await windowBy(page, () => change.click())
    await own.getByLabel('New e-mail address').fill(after)
    await pressSeen(own.getByRole('button', { name: 'Mail the code' }))
    await own.getByLabel('Code from the e-mail').fill(await mailed.codeTo(before))
    await expect(own.getByText(after)).toBeVisible()
    await own.getByLabel('Code from the e-mail').fill(await mailed.codeTo(after))
    await expect(own.getByText('Address changed')).toBeVisible()
    await Promise.all([
      own.waitForEvent('close'),
      own.getByRole('button', { name: 'Done' }).click(),
    ])
    await expect(page.getByRole('status')).toHaveText(`Your address is ${after}.`)
    await expect(user).toHaveText(`${after}, no name, no company`)
  })

  await test.step('the next visit has the new address', async () => {
    await page.reload()
    await expect(user).toHaveText(`${after}, no name, no company`)
  })

  await test.step('signing out removes the address; e-mail is marked as the last login', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Account/ })
      .click()
    await modalOf(page).getByRole('button', { name: 'Disconnect' }).click()
    await expect(user).toHaveText('no address, no name, no company')
    await connectButtonOf(page).click()
    await expect(field).toHaveValue('')
    await expect(field).toHaveAccessibleDescription('Last used')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('profile@')
  })

  await test.step('a login that could not be restored begins with its address', async () => {
    await page.evaluate(
      (email) => localStorage.setItem('@latchkey/embedded', JSON.stringify({ email, left: [] })),
      after,
    )
    await page.reload()
    await connectButtonOf(page).click()
    await expect(field).toHaveValue(after)
    await field.fill('')
    await expect(field).toHaveAccessibleDescription('Last used')
  })
})

test('the company of the last login is listed first and marked as “Last used”', async ({
  page,
  mailed,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('@latchkey/version', '1')
    localStorage.setItem('@latchkey/last-login', '"github"')
  })
  await page.goto(mailed.demo)
  await connectButtonOf(page).click()
  const companies = modalOf(page).getByRole('button', { name: /^Continue with (?!e-mail)/ })
  await expect(companies.first()).toHaveAccessibleName('Continue with GitHub')
  await expect(companies.first()).toHaveAccessibleDescription('Last used')
  await expect(companies.nth(1)).toHaveAccessibleName('Continue with Google')
})
