import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { withoutRelay } from '../support/site.ts'

/** Opens the demo with settings in its URL, and the kit's modal. */
async function openConnect(page: Page, url: string) {
  await page.goto(url)
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  return page.getByRole('dialog')
}

async function connect(page: Page, url: string) {
  const dialog = await openConnect(page, url)
  await dialog.getByRole('button', { name: /Development wallet/ }).click()
  await expect(page.getByRole('button', { name: 'Disconnect', exact: true })).toBeVisible()
  await expect(dialog).toBeHidden() // until then the page behind the modal accepts no input
}

test('wallets with fake names or markup and broken wallets do not affect or hide other wallets', async ({
  page,
  devnet,
}) => {
  await withoutRelay(page)
  const dialog = await openConnect(page, `${devnet.demo}/?wallet=hostile`)
  await expect(dialog.getByRole('listitem').first()).toContainText('Development wallet')
  await expect(
    dialog.getByRole('listitem').filter({ hasText: '<img src=x onerror=alert(1)>' }),
  ).toBeVisible()
  await dialog.getByRole('button', { name: /Development wallet/ }).click()
  await expect(page.getByRole('button', { name: 'Disconnect', exact: true })).toBeVisible()
})

test('the second wallet of the page connects with its own account', async ({ page, devnet }) => {
  const dialog = await openConnect(page, `${devnet.demo}/?wallet=two`)
  await dialog.getByRole('button', { name: /Second wallet/ }).click()
  await expect(page.getByText('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toBeVisible()
})

test('a network that the wallet does not know is added while switching', async ({
  page,
  devnet,
}) => {
  await connect(page, `${devnet.demo}/?wallet=approve&wallet-chains=31337`)
  await page.getByRole('button', { name: 'Latchkey Devnet 2' }).click()
  await expect(page.getByText('Now on Latchkey Devnet 2.')).toBeVisible()
})

test('after a cancelled wait the form is ready again; a rejected transaction is shown as rejected', async ({
  page,
  devnet,
}) => {
  await connect(page, `${devnet.demo}/?wallet=approve`)
  await test.step('after a cancelled wait the form is ready again', async () => {
    await page.evaluate('latchkeyWallet.setBehaviour("hang")')
    await page.getByRole('button', { name: 'Sign it' }).click()
    await expect(page.getByText('Sign it in your wallet.')).toBeVisible()
    await page.getByRole('button', { name: 'Stop waiting' }).click()
    await expect(page.getByRole('button', { name: 'Sign it' })).toBeEnabled()
  })
  await test.step('a transaction that the chain rejects is shown as rejected', async () => {
    await page.evaluate('latchkeyWallet.setBehaviour("approve")')
    await page.getByRole('textbox', { name: 'Amount' }).fill('900000')
    await page.getByRole('button', { name: 'Send 900000 ETH' }).click()
    await expect(
      page.getByRole('status').filter({ hasText: /insufficient funds|exceeds the balance/i }),
    ).toBeVisible()
  })
})

test('the theme applies to the page and the kit, and is stored', async ({ page, devnet }) => {
  await page.goto(devnet.demo)
  // forced, because the visitor sees and clicks the label that covers the radio button
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await expect(page.locator('[data-mode]').first()).toHaveAttribute('data-mode', 'dark')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
})

test.describe('without an API and a node', () => {
  test.use({ allowConsole: [/ERR_CONNECTION_REFUSED|Failed to load resource/] })

  test('an outage is shown as an outage, not as an empty wallet', async ({ page, devnet }) => {
    for (const url of Object.values(devnet.chains))
      await page.route(`${url}/**`, (route) => route.abort('connectionrefused'))
    await connect(page, `${devnet.demo}/?wallet=approve&api=down`)
    await expect(page.getByText('Nobody could tell the balance.')).toBeVisible({ timeout: 15_000 })
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
})
