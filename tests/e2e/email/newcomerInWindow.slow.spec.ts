/**
 * Visitors without a wallet on sites of other operators: they log in and approve in the wallet's
 * own window, with real mails, on a real chain.
 */
import type { Page } from '@playwright/test'
import { getBalance } from 'viem/actions'
import { addressOf } from '../../../devnet/src/accounts.ts'
import type { Mailed } from '../fixtures/serveMailed.entry.ts'
import { expect, test } from '../fixtures/test.ts'
import { readToEnd } from '../support/approvals.ts'
import { chainOf } from '../support/holdings.ts'
import { addressOn } from '../support/companyLogin.ts'
import { review } from '../support/send.ts'
import { accountButtonOf, modalOf, openConnect } from '../support/site.ts'

const networkId = 'eip155:31337'
const friend = addressOf('newcomer')

test.setTimeout(120_000)
test.use({ allowConsole: [/40\d .*v1\/|postMessage|ERR_FAILED/] })

/** Types an address on the Connect screen. @returns the wallet's window */
async function openLogin(page: Page, site: string, email: string): Promise<Page> {
  const modal = await openConnect(page, site)
  await modal.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  const opened = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  return opened
}

/** Logs in as a newcomer. @returns the address of the account */
async function logIn(page: Page, mailed: Mailed, email: string): Promise<string> {
  const own = await openLogin(page, mailed.shop, email)
  await expect(own.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  await Promise.all([
    own.waitForEvent('close'),
    own.getByLabel('Code from the e-mail').fill(await mailed.codeTo(email)),
  ])
  return addressOn(page)
}

test('a new visitor logs in in the wallet’s window, sends, reloads, and logs in on the next site with one press', async ({
  page,
  mailed,
  devnet,
}) => {
  const email = 'windowed@example.org'
  const address = await logIn(page, mailed, email)
  await chainOf(devnet, networkId).request({
    method: 'anvil_setBalance',
    params: [address, '0x8ac7230489e80000'],
  } as never) // viem's types lack this method, which only development chains have
  const before = await getBalance(chainOf(devnet, networkId), { address: friend })

  await test.step('a transfer from the modal is approved in the window', async () => {
    await accountButtonOf(page).click()
    const modal = modalOf(page)
    await modal.getByRole('button', { name: 'Send' }).click()
    await review(modal, { amount: '0.5', to: friend })
    const [own] = await Promise.all([
      page.waitForEvent('popup'),
      modal.getByRole('button', { name: /^Send/ }).click(),
    ])
    await expect(own.getByText(new URL(mailed.shop).host).first()).toBeVisible()
    await expect(own.getByText('0.5 ETH').first()).toBeVisible()
    await readToEnd(own)
    await Promise.all([
      own.waitForEvent('close'),
      own.getByRole('button', { name: 'Approve' }).click(),
    ])
    await expect(modal.getByText('0.5 ETH sent')).toBeVisible({ timeout: 30_000 })
    await expect
      .poll(() => getBalance(chainOf(devnet, networkId), { address: friend }))
      .toBe(before + 500_000_000_000_000_000n)
  })

  await test.step('after a reload no code is needed, and closing the window declines a request', async () => {
    await page.reload()
    await expect(accountButtonOf(page)).toBeVisible()
    const [own] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Send 0.005 ETH' }).click(),
    ])
    await expect(own.getByText('0.005 ETH').first()).toBeVisible()
    await own.close()
    await expect(page.getByRole('main')).toContainText(
      'You said no in the wallet. Nothing was sent.',
    )
  })

  await test.step('on the next site one press logs in', async () => {
    const own = await openLogin(page, mailed.market, email)
    await expect(own.getByRole('heading', { name: /Continue as/ })).toBeVisible()
    await Promise.all([
      own.waitForEvent('close'),
      own.getByRole('button', { name: 'Continue', exact: true }).click(),
    ])
    expect(await addressOn(page)).toBe(address)
  })
})
