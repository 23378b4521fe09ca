/** People who have no wallet: from an e-mail address to a transaction that the chain has, with real mails and the frame on its own origin. */
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { getBalance } from 'viem/actions'
import { addressOf } from '../devnet/src/accounts.ts'
import type { Mailed } from './fixtures/serveMailed.ts'
import { expect, test } from './fixtures/test.ts'
import { chainOf } from './support/holdings.ts'
import { accountButtonOf, modalOf, openConnect } from './support/site.ts'

const networkId = 'eip155:31337'
const friend = addressOf('newcomer')

test.setTimeout(120_000)

const frameOf = (page: Page): FrameLocator => page.locator('[data-latchkey=wallet] iframe').contentFrame()
const codeField = (modal: Locator) => modal.getByRole('textbox', { name: 'Code from the e-mail' })
const codeOf = async ({ mailTo }: Mailed, email: string) => /\b\d{6}\b/.exec((await mailTo(email, /code/i)).subject)?.[0] ?? ''

/** Logs in on the demo; returns the address of the account. */
async function logIn(page: Page, mailed: Mailed, email: string): Promise<`0x${string}`> {
  const modal = await openConnect(page, mailed.demo)
  await modal.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.keyboard.press('Enter')
  await expect(codeField(modal)).toBeFocused()
  await page.keyboard.type(await codeOf(mailed, email))
  await expect(modal).toContainText('You are in')
  await expect(accountButtonOf(page)).toBeVisible()
  await expect(modal).toBeHidden()
  return addressOn(page)
}

/** The address that the page's kit is connected with. */
async function addressOn(page: Page): Promise<`0x${string}`> {
  const stored = await page.evaluate(() => localStorage.getItem('@latchkey/last-account'))
  const address = /0x[0-9a-fA-F]{40}/.exec(stored ?? '')?.[0]
  if (!address) throw new Error('nobody is connected')
  return address as `0x${string}` // just matched
}

test('a newcomer: an address, a code, an account, and a transfer that the chain has', async ({ page, mailed, devnet }) => {
  const email = 'newcomer@example.org'
  const address = await logIn(page, mailed, email)
  await chainOf(devnet, networkId).request({ method: 'anvil_setBalance', params: [address, '0x8ac7230489e80000'] } as never) // a development chain's own method
  const before = await getBalance(chainOf(devnet, networkId), { address: friend })

  await accountButtonOf(page).click()
  const modal = modalOf(page)
  await modal.getByRole('button', { name: 'Send' }).click()
  await modal.getByRole('textbox', { name: /Amount/ }).fill('0.5')
  await modal.getByRole('textbox', { name: /To|Recipient/ }).fill(friend)
  await modal.getByRole('button', { name: 'Review' }).click()
  await modal.getByRole('button', { name: /^Send/ }).click()
  const frame = frameOf(page)
  await expect(frame.getByRole('heading')).toBeVisible()
  await frame.getByRole('button', { name: 'Approve' }).click()
  await expect(modal.getByText(/sent/).first()).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => getBalance(chainOf(devnet, networkId), { address: friend })).toBe(before + 500_000_000_000_000_000n)
})
