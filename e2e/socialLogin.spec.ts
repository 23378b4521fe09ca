/** Logins by accounts with companies: the real wallet, stand-ins for the companies, and what goes wrong on the way. */
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { getTransactionCount } from 'viem/actions'
import type { Mailed } from './fixtures/serveMailed.ts'
import { expect, test } from './fixtures/test.ts'
import { chainOf } from './support/holdings.ts'
import { readCode } from './support/readCode.ts'
import { accountButtonOf, modalOf, openConnect } from './support/site.ts'

test.setTimeout(120_000)
// a browser writes every answer that is no success to the console, and each message that it hands to nobody
test.use({ allowConsole: [/40\d .*v1\/|ERR_FAILED|postMessage/] })

const frameOf = (page: Page): FrameLocator => page.locator('[data-latchkey=wallet] iframe').contentFrame()
const companyOf = (modal: Locator, name: string) => modal.getByRole('button', { name: `Continue with ${name}`, exact: true })

/** Opens the Connect screen with every company in sight. */
async function openLogins(page: Page, { demo }: Mailed): Promise<Locator> {
  const modal = await openConnect(page, demo)
  await expect(companyOf(modal, 'Google')).toBeVisible()
  const more = modal.getByRole('button', { name: 'More ways to log in' })
  if (await more.isVisible()) await more.click()
  return modal
}

/** Presses a company. @returns its window */
async function press(page: Page, mailed: Mailed, company: string): Promise<Page> {
  const modal = await openLogins(page, mailed)
  const opened = page.waitForEvent('popup')
  await companyOf(modal, company).click()
  const login = await opened
  await expect(login.getByRole('heading', { name: `Sign in with ${company}` })).toBeVisible()
  return login
}

/** Agrees on a company's page, as a person of this address. */
async function agree(login: Page, email: string): Promise<void> {
  await login.getByText('Another account').click()
  await login.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await login.getByRole('button', { name: 'Continue' }).click()
}

/** Companies that tell no verified address: such an account has no mail, and the vault could not warn its owner. */
const mute = ['X', 'Facebook']

/** Chooses the password of a new account without mail. */
async function choosePassword(page: Page): Promise<void> {
  await frameOf(page).getByLabel('Recovery password').fill('a good long password 7')
  await frameOf(page).getByLabel('Once more').fill('a good long password 7')
  await frameOf(page).getByRole('button', { name: 'Create wallet' }).click()
}

/** The address that the page's kit is connected with. */
async function addressOn(page: Page): Promise<string> {
  await expect(accountButtonOf(page)).toBeVisible({ timeout: 30_000 })
  const stored = await page.evaluate(() => localStorage.getItem('@latchkey/last-account'))
  return /0x[0-9a-fA-F]{40}/.exec(stored ?? '')?.[0] ?? ''
}

/** Logs in as a newcomer with this verified address; returns the account's address. */
async function logIn(page: Page, mailed: Mailed, company: string, email: string): Promise<string> {
  await agree(await press(page, mailed, company), email)
  return addressOn(page)
}

for (const company of ['Google', 'X', 'Discord', 'GitHub', 'Apple', 'Facebook']) {
  test(`${company}: from the click to an account, and the same after a reload`, async ({ page, mailed }) => {
    const login = await press(page, mailed, company)
    const closed = login.waitForEvent('close')
    await agree(login, `${company.toLowerCase()}@example.org`)
    await closed
    if (mute.includes(company)) await choosePassword(page)
    const address = await addressOn(page)
    expect(address).not.toBe('')
    await page.reload()
    expect(await addressOn(page)).toBe(address)
  })
}

test('a transaction after a login by Google is approved in the frame, and mined', async ({ page, mailed, devnet }) => {
  const address = (await logIn(page, mailed, 'Google', 'payer@example.org')) as `0x${string}` // just matched
  const chain = chainOf(devnet, 'eip155:31337')
  await chain.request({ method: 'anvil_setBalance', params: [address, '0x8ac7230489e80000'] } as never) // a development chain's own method
  await expect(modalOf(page)).toBeHidden()
  await page.getByRole('button', { name: 'Send 0.005 ETH' }).click()
  await frameOf(page).getByRole('button', { name: 'Approve' }).click()
  await expect.poll(() => getTransactionCount(chain, { address }), { timeout: 30_000 }).toBe(1)
})

test('who declines at the company, closes the window or is stopped by the browser is told so, and can go on', async ({ page, mailed }) => {
  const modal = modalOf(page)
  await test.step('declined there', async () => {
    const login = await press(page, mailed, 'Google')
    await expect(modal).toContainText('Continue in Google')
    await login.getByRole('button', { name: 'Cancel' }).click()
    await expect(modal).toContainText('Declined in Google')
  })
  await test.step('trying again opens another window; closing it is told', async () => {
    const opened = page.waitForEvent('popup')
    await modal.getByRole('button', { name: 'Try again' }).click()
    const login = await opened
    await expect(login.getByRole('heading', { name: 'Sign in with Google' })).toBeVisible()
    await login.close()
    await expect(modal).toContainText('The window was closed')
    await expect(modal.getByRole('button', { name: 'Continue in this tab' })).toBeVisible()
  })
  await test.step('going back closes the window', async () => {
    const opened = page.waitForEvent('popup')
    await modal.getByRole('button', { name: 'Try again' }).click()
    const login = await opened
    await expect(login.getByRole('heading', { name: 'Sign in with Google' })).toBeVisible()
    const closed = login.waitForEvent('close')
    await modal.getByRole('button', { name: 'Back' }).click()
    await closed
  })
  await test.step('a window that the browser holds back: this tab goes there and comes back to an account', async () => {
    await page.evaluate(() => void (window.open = () => null))
    await companyOf(modal, 'Google').click()
    await expect(modal).toContainText('The window did not open')
    await modal.getByRole('button', { name: 'Continue in this tab' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in with Google' })).toBeVisible()
    await agree(page, 'thistab@example.org')
    expect(await addressOn(page)).not.toBe('')
    expect(page.url()).not.toContain('latchkey-login')
    await expect(modal).toBeHidden()
  })
})

test('what other windows and origins say about the login is not believed', async ({ page, mailed }) => {
  const login = await press(page, mailed, 'GitHub')
  const modal = modalOf(page)
  const resultUri = `${mailed.wallet}/social/done?id=4f9b8a52-6a0e-4c0f-9a56-1f0f5b3f8f10`
  await page.evaluate((forged) => window.postMessage({ resultUri: forged }, '*'), resultUri)
  await expect(modal).toContainText('Continue in GitHub')
  await login.evaluate((forged) => (window.opener as Window).postMessage({ resultUri: forged }, '*'), resultUri) // the site opened it
  await expect(modal).toContainText('That was not your wallet')
})

test('a second login with the same verified address is offered to join, and joins or stays apart as its owner wants', async ({ page, browser, mailed }) => {
  const email = 'joined@example.org'
  const address = await logIn(page, mailed, 'Google', email)
  for (const [company, choice] of [['GitHub', 'join'], ['Discord', 'separate']] as const) {
    const context = await browser.newContext()
    const other = await context.newPage()
    await agree(await press(other, mailed, company), email)
    const frame = frameOf(other)
    await expect(frame.getByRole('heading', { name: 'You already have a wallet here' })).toBeVisible()
    if (choice === 'join') {
      const question = frame.getByRole('main')
      const firstState = question.evaluate((main) => new Promise((resolve) => {
        const look = () => [...main.querySelectorAll('button')].filter(({ textContent }) => textContent.includes('Google')).forEach((button) => resolve(button.ariaDisabled))
        new MutationObserver(look).observe(main, { childList: true, subtree: true })
      }))
      await frame.getByRole('button', { name: 'Open that wallet' }).click()
      expect(await firstState, 'a press for the screen before, which the page has yet to move, does not count').toBe('true')
      const opened = other.waitForEvent('popup')
      await frame.getByRole('button', { name: /Continue with .*Google/ }).click()
      await agree(await opened, email)
      await expect(frame.getByText('Approve this browser')).toBeVisible()
      const link = /https?:\S+approve\S+/.exec((await mailed.mailTo(email, /device|browser|log ?in/i)).text)?.[0] ?? ''
      const mailPage = await context.newPage()
      await mailPage.goto(link)
      await mailPage.getByRole('button', { name: /Approve|Yes/ }).click()
      await frame.getByRole('button', { name: 'Ask the vault' }).click()
      await mailed.mailTo(email, /about to be recovered/) // the vault's delay begins with it
      mailed.pass(10_000)
      expect(await addressOn(other)).toBe(address)
    } else {
      await frame.getByRole('button', { name: 'Keep them separate' }).click()
      const separate = await addressOn(other)
      expect(separate).toMatch(/^0x/)
      expect(separate).not.toBe(address)
    }
    await context.close()
  }
})

test('Farcaster: the code leads to its page, and approval there to an account', async ({ page, mailed }) => {
  const modal = await openLogins(page, mailed)
  await companyOf(modal, 'Farcaster').click()
  const uri = await readCode(modal.getByRole('img', { name: /QR code/ }))
  await mailed.farcaster.approve(uri)
  await choosePassword(page)
  expect(await addressOn(page)).not.toBe('')
})
