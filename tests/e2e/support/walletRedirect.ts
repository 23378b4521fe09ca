/** The wallet's own page in the site's tab, for browsers without windows. */
import type { Page } from '@playwright/test'
import { expect } from '../fixtures/test.ts'
import type { ServedWallet } from '../fixtures/serveWallet.entry.ts'
import { frameUrl } from './frameSite.ts'
import type { FrameSite } from './frameSite.ts'
import { openForeignSite } from './walletWindow.ts'

/** The answer in the address of the site's page. */
export type RedirectAnswer = { id: string; result?: unknown; error?: { code: number | string } }

/** Opens the foreign site in an app without windows: the site's page navigates instead. */
export async function openInApp(page: Page, wallet: ServedWallet): Promise<FrameSite> {
  const site = await openForeignSite(page, wallet)
  await page.evaluate(() => {
    document.body.dataset['inApp'] = ''
    window.open = () => null
  })
  return site
}

/** Navigates to the wallet's page with a request, as the site's page does. */
export const leaveWith = (
  page: Page,
  wallet: ServedWallet,
  request: object,
  options: { policy?: ReferrerPolicy } = {},
): Promise<void> =>
  page.evaluate(
    ([request, options, url]) => {
      history.replaceState(null, '', location.pathname) // removes an earlier answer
      window.site.leave({ wallet: url, ...request }, options)
    },
    [request, options, frameUrl(wallet, 'kiosk')] as const,
  )

/** Waits until the tab is back on the site. @returns the answer */
export async function backOn(page: Page, site: string): Promise<RedirectAnswer> {
  await page.waitForURL(`${site}/**#latchkey-answer=*`)
  return JSON.parse(
    decodeURIComponent(new URL(page.url()).hash.replace('#latchkey-answer=', '')),
  ) as RedirectAnswer // the tests compare the members
}

/** Logs in as a new visitor on the wallet's page. @returns the addresses in the answer */
export async function logInAway(
  page: Page,
  wallet: ServedWallet,
  email: string,
): Promise<{ eip155: string; solana: string }> {
  const id = crypto.randomUUID()
  await leaveWith(page, wallet, { id, name: 'CONNECT_WINDOW', payload: { email } })
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  await page.getByLabel('Code from the e-mail').fill(await wallet.codeTo(email))
  const answer = await backOn(page, wallet.other)
  expect(answer).toMatchObject({ id, result: { action: 'CONNECT', email } })
  // toMatchObject has checked that this is the answer to a login
  return (answer.result as { addresses: { eip155: string; solana: string } }).addresses
}
