/** The wallet's own window, on a site that is not the operator's own. */
import type { Page } from '@playwright/test'
import { expect } from '../fixtures/test.ts'
import type { ServedWallet } from '../fixtures/serveWallet.entry.ts'
import { openSite } from './frameSite.ts'
import type { FrameSite } from './frameSite.ts'

/**
 * Opens the site of the project `kiosk`. It opens the wallet's window when the frame requests it
 * during a press, as the kit does.
 */
export async function openForeignSite(page: Page, wallet: ServedWallet): Promise<FrameSite> {
  return openSite(page, { ...wallet, site: wallet.other }, 'kiosk')
}

/**
 * Runs an action during a press on the site that opens the window. @returns the window, and the
 * result of the action
 */
export async function windowOf<result>(
  { page }: FrameSite,
  act: () => Promise<result>,
): Promise<[own: Page, acted: Promise<result>]> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Press' }).click()
  const acted = act()
  acted.catch(() => {}) // the test reads this error later
  return [await opened, acted]
}

/**
 * Logs in with a code that is typed in the window, and with the link of the mail if the browser is
 * new.
 */
export async function logInThroughWindow(
  site: FrameSite,
  wallet: ServedWallet,
  email: string,
): Promise<void> {
  const [own, connected] = await windowOf(site, () => site.ask('CONNECT_WINDOW', { email }))
  await expect(own.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  await own.getByLabel('Code from the e-mail').fill(await wallet.codeTo(email))
  expect(await connected).toEqual({ action: 'CONNECT' })
}
