/** People who have no wallet: from an e-mail address to a transaction that the chain has, with real mails and the frame on its own origin. */
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { getBalance } from 'viem/actions'
import { addressOf } from '../devnet/src/accounts.ts'
import type { Mailed } from './fixtures/serveMailed.ts'
import { expect, test } from './fixtures/test.ts'
import { chainOf } from './support/holdings.ts'
import { accountButtonOf, modalOf, openConnect } from './support/site.ts'

const networkId = 'eip155:31337'
const friend = addressOf('newcomer')

test.setTimeout(120_000)
// a browser writes every answer that is no success to the console
test.use({ allowConsole: [/400 .*v1\/otp|ERR_FAILED/] })

const frameOf = (page: Page): FrameLocator => page.locator('[data-latchkey=wallet] iframe').contentFrame()
const codeField = (modal: Locator) => modal.getByRole('textbox', { name: 'Code from the e-mail' })

/** Opens the demo and asks for a code; the field for it waits. */
async function askForCode(page: Page, mailed: Mailed, email: string): Promise<Locator> {
  const modal = await openConnect(page, mailed.demo)
  await modal.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.keyboard.press('Enter')
  await expect(codeField(modal)).toBeFocused()
  return modal
}

/** Logs in on the demo; returns the address of the account. */
async function logIn(page: Page, mailed: Mailed, email: string): Promise<`0x${string}`> {
  const modal = await askForCode(page, mailed, email)
  await page.keyboard.type(await mailed.codeTo(email))
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

test('a newcomer: an address, a code, an account, a transfer that the chain has, and the same after a reload', async ({ page, mailed, devnet }) => {
  const email = 'newcomer@example.org'
  const modal = modalOf(page)
  const frame = frameOf(page)
  const address = await test.step('a wrong code stays there and is told; the right one leads in', async () => {
    await askForCode(page, mailed, email)
    const code = await mailed.codeTo(email)
    await page.keyboard.type(code === '000000' ? '111111' : '000000')
    await expect(codeField(modal)).toHaveAccessibleDescription('That is not the code. Try again.')
    await expect(codeField(modal)).toBeFocused()
    await expect(modal.getByRole('button', { name: /^Another code in \d+ s$/ })).toBeVisible()
    await page.keyboard.type(code)
    await expect(accountButtonOf(page)).toBeVisible()
    await expect(modal).toBeHidden()
    return addressOn(page)
  })
  await chainOf(devnet, networkId).request({ method: 'anvil_setBalance', params: [address, '0x8ac7230489e80000'] } as never) // a development chain's own method
  const before = await getBalance(chainOf(devnet, networkId), { address: friend })

  await test.step('a transfer from the modal, approved in the frame', async () => {
    await accountButtonOf(page).click()
    await modal.getByRole('button', { name: 'Send' }).click()
    await modal.getByRole('textbox', { name: /Amount/ }).fill('0.5')
    await modal.getByRole('textbox', { name: /To|Recipient/ }).fill(friend)
    await modal.getByRole('button', { name: 'Review' }).click()
    await modal.getByRole('button', { name: /^Send/ }).click()
    await expect(frame.getByText(new URL(mailed.demo).host).first()).toBeVisible()
    await expect(frame.getByText('0.5 ETH').first()).toBeVisible()
    await frame.getByRole('button', { name: 'Approve' }).click()
    await expect(modal.getByText('0.5 ETH sent')).toBeVisible({ timeout: 30_000 })
    await expect.poll(() => getBalance(chainOf(devnet, networkId), { address: friend })).toBe(before + 500_000_000_000_000_000n)
  })

  await test.step('a reload asks for no code, and what the page asks for may be refused by Escape', async () => {
    await page.reload()
    await expect(accountButtonOf(page)).toBeVisible()
    await page.getByRole('button', { name: 'Send 0.005 ETH' }).click()
    await expect(frame.getByRole('button', { name: 'Reject' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-latchkey=wallet]').getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('main')).toContainText('You said no in the wallet. Nothing was sent.')
    expect(await getBalance(chainOf(devnet, networkId), { address: friend })).toBe(before + 500_000_000_000_000_000n)
  })

  await test.step('other libraries on the page find it, and sign with it', async () => {
    const signing = page.evaluate(async (account) => {
      const found: { info: { rdns: string }; provider: { request(asked: object): Promise<unknown> } }[] = []
      addEventListener('eip6963:announceProvider', (event) => void found.push((event as CustomEvent).detail))
      dispatchEvent(new Event('eip6963:requestProvider'))
      const wallet = found.find(({ info }) => info.rdns === 'app.latchkey.embedded')
      return wallet?.provider.request({ method: 'personal_sign', params: ['0x476f6f64206d6f726e696e67', account] })
    }, address)
    await expect(frame.getByText('Good morning')).toBeVisible()
    await frame.getByRole('button', { name: 'Sign', exact: true }).click()
    expect(await verifyMessage({ address, message: 'Good morning', signature: (await signing) as `0x${string}` })).toBe(true) // a wrong one is told by the check
  })

  await test.step('disconnecting logs out: the next visit begins with an address', async () => {
    await accountButtonOf(page).click()
    await modal.getByRole('button', { name: 'Disconnect' }).click()
    await expect(accountButtonOf(page)).toBeHidden()
    await page.reload()
    const again = await openConnect(page, mailed.demo)
    await expect(again.getByRole('textbox', { name: 'E-mail address' })).toBeVisible()
  })
})

/** The newest link that was mailed for a browser which is new to the account. */
const linkTo = async (mailed: Mailed, email: string) => /https?:\S+approve\S+/.exec((await mailed.mailTo(email, /browser|device|log ?in/i)).text)?.[0] ?? ''

test('a second browser: the link of another mail, then the vault, and the same account', async ({ page, browser, mailed }) => {
  const email = 'second@example.org'
  const address = await logIn(page, mailed, email)
  const context = await browser.newContext()
  const other = await context.newPage()
  const modal = modalOf(other)
  mailed.pass(30_000) // between two codes
  await other.clock.install()
  await askForCode(other, mailed, email)
  await other.keyboard.type(await mailed.codeTo(email))
  await expect(modal).toContainText('Approve this browser')
  const lost = await linkTo(mailed, email)
  const mailPage = await context.newPage()
  await test.step('that mail is lost: another link comes after half a minute, without another code, and the first one is over', async () => {
    const resend = modal.getByRole('button', { name: /^(Another link in \d+ s|Send another link)$/ })
    await expect(resend).toHaveAttribute('aria-disabled', 'true')
    mailed.pass(31_000)
    await other.clock.fastForward(31_000)
    await expect(resend).toHaveText('Send another link')
    await resend.click()
    await expect(modal.getByRole('status').filter({ hasText: 'Another link is on its way' })).toBeVisible()
    await expect(resend).toHaveAttribute('aria-disabled', 'true')
    await mailPage.goto(lost)
    await expect(mailPage.getByRole('heading')).toHaveText('This link is over')
  })
  await mailPage.goto(await linkTo(mailed, email))
  await mailPage.getByRole('button', { name: /Approve|Yes/ }).click()
  await frameOf(other).getByRole('button', { name: 'Ask the vault' }).click()
  await expect(frameOf(other).getByRole('timer').or(frameOf(other).getByText(/opens|seconds|\d:\d\d/)).first()).toBeVisible()
  await mailed.mailTo(email, /about to be recovered/) // the vault's delay begins with it
  mailed.pass(10_000)
  await expect(accountButtonOf(other)).toBeVisible({ timeout: 30_000 })
  expect(await addressOn(other)).toBe(address)
  await context.close()
})

test('a wallet that does not answer is told, and asked again; who turns back finds the address', async ({ page, mailed }) => {
  await page.route(`${mailed.wallet}/**`, (route) => route.abort())
  const modal = await openConnect(page, mailed.demo)
  await modal.getByRole('textbox', { name: 'E-mail address' }).fill('nobody@example.org')
  await page.keyboard.press('Enter')
  await expect(modal).toContainText('The wallet cannot be reached', { timeout: 40_000 })
  await page.unroute(`${mailed.wallet}/**`)
  await modal.getByRole('button', { name: 'Try again' }).click()
  await expect(codeField(modal)).toBeFocused()
  await modal.getByRole('button', { name: 'Back' }).click()
  await expect(modal.getByRole('textbox', { name: 'E-mail address' })).toHaveValue('nobody@example.org')
})
