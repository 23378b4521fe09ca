/** Coinbase Wallet with wagmi's connector and Coinbase's own code. Only its extension is a fake. */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { behave } from '../support/developmentWallet.ts'

const dialogOf = (page: Page) => page.getByRole('dialog')

/**
 * Opens the page and presses the row of the wallet, which refuses. @returns the scripts that were
 * loaded for it
 */
async function chooseCoinbase(page: Page, pages: string): Promise<readonly string[]> {
  const scripts: string[] = []
  await page.goto(`${pages}/coinbase.html`)
  const button = page.getByRole('button', { name: 'Connect wallet' })
  await expect(button).toBeVisible()
  await behave(page, 'refuse')
  page.on(
    'request',
    (request) => request.resourceType() === 'script' && scripts.push(request.url()),
  )
  await button.click()
  await dialogOf(page)
    .getByRole('button', { name: /^Coinbase Wallet/ })
    .click()
  return scripts
}

test('Coinbase Wallet: a refusal is shown, then the wallet connects and signs; its code is loaded only when it is chosen', async ({
  page,
  pages,
}) => {
  const scripts = await chooseCoinbase(page, pages)
  await expect(dialogOf(page)).toContainText('Rejected in Coinbase Wallet')
  await behave(page, 'approve')
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByTestId('kit status')).toHaveText('connected')
  expect(scripts.length).toBeGreaterThan(0)
  await expect(page.getByTestId('kit address')).toHaveText(
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  )
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByTestId('Sign')).toHaveText(/^0x[0-9a-f]{130}$/)
})
