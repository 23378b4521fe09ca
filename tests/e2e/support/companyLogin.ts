/** Logins at companies, with the steps of a visitor. */
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import type { Mailed } from '../fixtures/serveMailed.entry.ts'
import { accountButtonOf, openConnect } from './site.ts'

/** The wallet's frame on a site with the kit. */
export const frameOf = (page: Page): FrameLocator =>
  page.locator('[data-latchkey=wallet] iframe').contentFrame()

/** A company's button on the Connect screen. */
export const companyOf = (modal: Locator, name: string): Locator =>
  modal.getByRole('button', { name: `Continue with ${name}`, exact: true })

/** A company's page, in a window or in the site's tab. */
export const companyPage = (page: Page, company: string): Locator =>
  page.getByRole('heading', { name: `Sign in with ${company}` })

/** Opens the Connect screen and shows every company. */
export async function openLogins(page: Page, { demo }: { demo: string }): Promise<Locator> {
  const modal = await openConnect(page, demo)
  await expect(companyOf(modal, 'GitHub')).toBeVisible()
  const more = modal.getByRole('button', { name: 'More ways to log in' })
  if (await more.isVisible()) await more.click()
  return modal
}

/** Presses a button that opens a company's window. @returns the window */
export async function windowOf(button: Locator, company: string): Promise<Page> {
  const [login] = await Promise.all([button.page().waitForEvent('popup'), button.click()])
  await expect(companyPage(login, company)).toBeVisible()
  return login
}

/** Opens the Connect screen and presses a company. @returns its window */
export async function press(page: Page, site: { demo: string }, company: string): Promise<Page> {
  return windowOf(companyOf(await openLogins(page, site), company), company)
}

/** Consents on a company's page, as a person with this address. */
export async function agree(login: Page, email: string): Promise<void> {
  await login.getByText('Another account').click()
  await login.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await login.getByRole('button', { name: 'Continue' }).click()
}

/** Chooses the recovery password of a new account that has no e-mail address. */
export async function choosePassword(page: Page): Promise<void> {
  await frameOf(page).getByLabel('Recovery password').fill('a good long password 7')
  await frameOf(page).getByLabel('Once more').fill('a good long password 7')
  await frameOf(page).getByRole('button', { name: 'Create wallet' }).click()
}

/** The connected address of the page's kit. */
export async function addressOn(page: Page): Promise<string> {
  await expect(accountButtonOf(page)).toBeVisible({ timeout: 30_000 })
  const stored = await page.evaluate(() => localStorage.getItem('@latchkey/last-account'))
  return /0x[0-9a-fA-F]{40}/.exec(stored ?? '')?.[0] ?? ''
}

/** Logs in as a new visitor with this verified address. @returns the account's address */
export async function logInBy(
  page: Page,
  site: { demo: string },
  company: string,
  email: string,
): Promise<string> {
  await agree(await press(page, site, company), email)
  return addressOn(page)
}

/**
 * Approves a browser that is new to the account with the link in the mail, which the same person
 * opens.
 */
export async function approveBrowser(
  page: Page,
  { mailTo }: Pick<Mailed, 'mailTo'>,
  email: string,
): Promise<void> {
  await expect(frameOf(page).getByText('Approve this browser')).toBeVisible()
  const link =
    /https?:\S+approve\S+/.exec((await mailTo(email, /device|browser|log ?in/i)).text)?.[0] ?? ''
  const mailPage = await page.context().newPage()
  await mailPage.goto(link)
  await mailPage.getByRole('button', { name: /Approve|Yes/ }).click()
  await mailPage.close()
}

/**
 * Companies that report no verified e-mail address. Their accounts cannot use the vault, because it
 * warns the owner by mail.
 */
const withoutEmail = ['X', 'Facebook']

/** Logs in as a new visitor and reloads the page: the account is the same. */
export async function logInAndReload(
  page: Page,
  mailed: { demo: string },
  company: string,
): Promise<void> {
  const login = await press(page, mailed, company)
  const closed = login.waitForEvent('close')
  await agree(login, `${company.toLowerCase()}@example.org`)
  await closed
  if (withoutEmail.includes(company)) await choosePassword(page)
  const address = await addressOn(page)
  expect(address).not.toBe('')
  await page.reload()
  expect(await addressOn(page)).toBe(address)
}
