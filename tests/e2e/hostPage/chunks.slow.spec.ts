import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import {
  accountChunk,
  chunkWith,
  companionChunk,
  engineChunk,
  modalChunk,
} from '../support/chunkWith.ts'
import { withOptions } from '../support/options.ts'
import {
  accountButtonOf,
  connectButtonOf,
  modalOf,
  openConnect,
  visitConnected,
  walletRowOf,
} from '../support/site.ts'

test.use({
  isCold: true,
  allowConsole: [
    /Failed to load resource|dynamically imported module|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/,
  ],
})

test('if the modal’s code fails to load, a second press opens the modal', async ({
  page,
  devnet,
}) => {
  await page.route(modalChunk(), (route) => route.abort('connectionreset'))
  await page.goto(`${devnet.demo}/?wallet=approve`)
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith(modalChunk().slice(2)),
  )
  await connectButtonOf(page).click()
  await failed
  const again = page.getByRole('banner').getByRole('button', { name: 'Try again' })
  await expect(again).toBeEnabled()
  await expect(modalOf(page)).toBeHidden()

  await page.unroute(modalChunk())
  await again.click()
  await expect(walletRowOf(modalOf(page))).toBeVisible()
})

test('if a screen’s code fails to load, the screen says so, and a retry works', async ({
  page,
  devnet,
}) => {
  await page.route(accountChunk(), (route) => route.abort('connectionreset'))
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  await accountButtonOf(page).click()
  const modal = modalOf(page)
  await expect(modal).toHaveAccessibleName('This part did not load')
  await modal.getByRole('button', { name: 'Try again' }).click()
  await expect(modal).toHaveAccessibleName('This part did not load')
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await page.unroute(accountChunk())
  await accountButtonOf(page).click()
  await expect(async () => {
    if (await modal.getByRole('button', { name: 'Try again' }).isVisible())
      await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(modal).toHaveAccessibleName('Account', { timeout: 500 })
  }).toPass()
})

test('a screen whose code failed to load opens when the network is back', async ({
  page,
  context,
  devnet,
}) => {
  await page.route(accountChunk(), (route) => route.abort('connectionreset'))
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  await accountButtonOf(page).click()
  await expect(modalOf(page)).toHaveAccessibleName('This part did not load')
  await page.unroute(accountChunk())
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(modalOf(page)).toHaveAccessibleName('Account')
})

test('code of the first screen and code for connecting that failed to load are loaded when the network is back', async ({
  page,
  context,
  devnet,
}) => {
  const terms = chunkWith('latchkey-agree-first')
  for (const chunk of [terms, engineChunk()])
    await page.route(chunk, (route) => route.abort('connectionreset'))
  const modal = await openConnect(
    page,
    `${devnet.demo}/?wallet=approve&${withOptions({ termsConditionsUrl: 'https://example.org/terms', features: { legalCheckbox: true } })}`,
  )
  await expect(modal).toContainText('This part did not load')
  // the terms cannot be bypassed
  await expect(modal.locator('.connect-methods')).toHaveAttribute('inert')
  await page.unroute(terms)
  await context.setOffline(true)
  await context.setOffline(false)
  await modal.getByRole('checkbox').check()
  await walletRowOf(modal).click()
  await expect(modal).toContainText('This part did not load')
  await page.unroute(engineChunk())
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(accountButtonOf(page)).toBeVisible()
})

test('if the chain’s code fails to load, connecting fails and a retry works', async ({
  page,
  devnet,
}) => {
  await page.route(engineChunk(), (route) => route.abort('connectionreset'))
  const modal = await openConnect(page, `${devnet.demo}/?wallet=approve`)
  await walletRowOf(modal).click()
  await expect(modal).toContainText('This part did not load') // the wallet is not to blame
  await page.unroute(engineChunk())
  await modal.getByRole('button', { name: 'Try again' }).click()
  await expect(accountButtonOf(page)).toBeVisible()
})

test.describe('the code of messages fails to load', () => {
  /** Opens the modal without the code of messages. Later requests for this code would succeed. */
  async function openWithout(page: Page, url: string): Promise<void> {
    await page.route(companionChunk(), (route) => route.abort('connectionreset'))
    const failed = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith(companionChunk().slice(2)),
    )
    await openConnect(page, url)
    await failed
    await page.unroute(companionChunk())
  }
  const messagesIn = (page: Page) => modalOf(page).locator('.toasts')

  test('the code loads when the network is back', async ({ page, context, devnet }) => {
    await openWithout(page, `${devnet.demo}/?wallet=approve`)
    await expect(messagesIn(page)).toHaveCount(0)
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(messagesIn(page)).toBeAttached()
  })

  test('the code loads with the next message', async ({ page, context, devnet }) => {
    await context.grantPermissions(['clipboard-write'])
    await openWithout(page, `${devnet.demo}/?wallet=none`)
    await walletRowOf(modalOf(page), /^WalletConnect/).click()
    await modalOf(page).getByRole('button', { name: 'Copy link' }).click()
    await expect(messagesIn(page)).toHaveText('Link copied')
  })
})
