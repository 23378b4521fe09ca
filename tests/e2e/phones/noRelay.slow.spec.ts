/** A phone on a site without a relay: wallets open the site in their own browsers. */
import type { Page } from '@playwright/test'
import { axe, expect, test } from '../fixtures/test.ts'
import { changeAddresses } from '../support/changeAddresses.ts'
import { withOptions } from '../support/options.ts'
import { connectButtonOf, modalOf, openConnect } from '../support/site.ts'
import { overflowing, smallTargets } from '../support/targets.ts'

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
  permissions: ['clipboard-read', 'clipboard-write'],
})

/** Reduces the demo to a site of ten lines, without services. */
async function withoutServices(page: Page): Promise<void> {
  await changeAddresses(page, ({ chains, networks }) => ({ chains, networks }))
}

test('without a relay each wallet’s link opens this page in the wallet’s browser, and the page’s address can be copied for other wallets', async ({
  page,
  devnet,
}) => {
  await withoutServices(page)
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await expect(modal).toContainText('connects in the browser that your wallet’s app has')
  await expect(modal).not.toContainText('No wallet in this browser')
  const links = modal.getByRole('list', { name: 'Wallets' }).getByRole('link')
  await expect(links).toHaveText(['Open in MetaMask', 'Open in Phantom'])
  const { host, pathname, search, href } = new URL(page.url())
  await expect(links.nth(0)).toHaveAttribute(
    'href',
    `https://metamask.app.link/dapp/${host}${pathname}${search}`,
  )
  await expect(links.nth(1)).toHaveAttribute(
    'href',
    `https://phantom.app/ul/browse/${encodeURIComponent(href)}?ref=${encodeURIComponent(new URL(href).origin)}`,
  )
  await modal.getByRole('button', { name: 'Copy this page’s address' }).tap()
  await expect(modal.getByRole('status')).toContainText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(href)
  await expect.poll(() => smallTargets(modal)).toEqual([])
  await expect.poll(() => overflowing(modal)).toEqual([])
  expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
})

test.describe('with debug', () => {
  test.use({ allowConsole: [/services\.relay/] })

  test('with `enableWalletConnect` the developer gets an alert that the relay is missing', async ({
    page,
    devnet,
  }) => {
    await withoutServices(page)
    await page.goto(
      `${devnet.demo}/?wallet=none&${withOptions({ debug: true, enableWalletConnect: true })}`,
    )
    await connectButtonOf(page).tap()
    await expect(modalOf(page).getByRole('alert')).toContainText(
      'Option "services.relay" is missing.',
    )
  })
})
