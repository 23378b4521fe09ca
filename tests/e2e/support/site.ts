/** The kit and the development wallet from a visitor's view, by role and name. */
import { expect, type Locator, type Page } from '@playwright/test'
import { changeAddresses } from './changeAddresses.ts'

/** The kit's modal; its name is the title of the screen. */
export const modalOf = (page: Page): Locator => page.locator('[data-latchkey]').getByRole('dialog')

/** The development wallet's own window. */
export const walletWindowOf = (page: Page): Locator =>
  page.locator('latchkey-development-wallet').getByRole('dialog')

/** The demo's ConnectButton without a connection. */
export const connectButtonOf = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: 'Connect wallet', exact: true })

/** The demo's ConnectButton with a connection. */
export const accountButtonOf = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /^Account \u2068?0x/ })

/** Makes the demo a site without a relay: it offers only the wallets of this browser. */
export async function withoutRelay(page: Page): Promise<void> {
  await changeAddresses(page, ({ relay: _relay, phone: _phone, ...rest }) => rest)
}

/** Opens the demo, or another page with a ConnectButton in its banner, and the modal. */
export async function openConnect(page: Page, url: string): Promise<Locator> {
  await page.goto(url)
  await connectButtonOf(page).click()
  await expect(modalOf(page)).toHaveAccessibleName('Connect wallet')
  return modalOf(page)
}

/** The row of a wallet in the list of wallets; waits for slow wallets. */
export const walletRowOf = (
  modal: Locator,
  name: string | RegExp = /^Development wallet/,
): Locator => modal.getByRole('button', { name })

/**
 * The stored entries of a connection to the development wallet. `demo/smoke.spec.ts` compares them
 * with those of a real connect.
 */
export const storedConnection: { readonly [key: string]: string } = {
  'app.latchkey.development/wallet':
    '{"permitted":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"],"chainId":31337,"added":[]}',
  '@latchkey/active-namespace': '"eip155"',
  '@latchkey/connected-namespaces': '["eip155"]',
  '@latchkey/connection-status': '"connected"',
  '@latchkey/connections':
    '{"sessions":{"eip155":{"connectors":["app.latchkey.development"],"current":"app.latchkey.development"}}}',
  '@latchkey/recent-connector': '"app.latchkey.development"',
  '@latchkey/recent-wallets': '[{"id":"app.latchkey.development","name":"Development wallet"}]',
  '@latchkey/version': '1',
}

/**
 * Opens a site with a stored connection to the development wallet. This costs a third of a new
 * connection.
 */
export async function visitConnected(page: Page, url: string): Promise<void> {
  await page.addInitScript(
    ([origin, stored]) => {
      // only in the page's first document, so that later changes of the test survive a reload
      if (location.origin !== origin || sessionStorage.getItem('visited')) return
      sessionStorage.setItem('visited', 'yes')
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    },
    [new URL(url).origin, storedConnection] as const,
  )
  await page.goto(url)
  // found by the address, so that the page may have any language
  await expect(page.getByRole('banner').getByRole('button', { name: /0x/ }).first()).toBeVisible()
}

/** Connects a wallet that approves automatically, and waits until the modal has closed. */
export async function connect(page: Page, url: string, wallet?: string | RegExp): Promise<void> {
  const modal = await openConnect(page, url)
  await walletRowOf(modal, wallet).click()
  await expect(accountButtonOf(page)).toBeVisible()
  await expect(modal).toBeHidden()
}

/** Opens the Account screen for a connected visitor. */
export async function openAccount(page: Page, account = accountButtonOf(page)): Promise<Locator> {
  await account.click()
  await expect(modalOf(page)).toHaveAccessibleName('Account')
  return modalOf(page)
}
