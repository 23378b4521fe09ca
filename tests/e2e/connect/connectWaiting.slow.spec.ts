/** The Connect screen while the catalogue is loading, and without it. */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { listOf, open } from '../support/connectScreen.ts'
import { withOptions } from '../support/options.ts'
import { rest } from '../support/rest.ts'
import { connectButtonOf, modalOf, openConnect, walletRowOf } from '../support/site.ts'

/** Holds the answers of the API's wallet list until the returned function is called. */
async function holdWallets(page: Page, api: string | undefined): Promise<() => void> {
  let release: () => void = () => {}
  const promise = new Promise<void>((resolve) => (release = resolve))
  await page.route(`${api}/getWallets?**`, async (route) => {
    await promise
    await route.continue()
  })
  return release
}

test.describe('while the catalogue is loading', () => {
  test('placeholders reserve the rows’ place, and nothing moves when the catalogue is loaded', async ({
    page,
    devnet,
  }) => {
    await page.clock.install()
    const release = await holdWallets(page, devnet.api)
    await page.goto(
      `${devnet.demo}/?wallet=none&${withOptions({ featuredWalletIds: ['me.rainbow'] })}`,
    )
    await connectButtonOf(page).hover()
    await page.waitForLoadState('networkidle')
    // stops the clock, because placeholders disappear after a while
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await connectButtonOf(page).click()
    const modal = modalOf(page)
    const list = modal.getByRole('list', { name: 'Wallets' })
    await expect(list).toHaveAttribute('aria-busy', 'true')
    const placesOf = () =>
      list
        .getByRole('listitem')
        .evaluateAll((rows) =>
          rows.map((row) => [
            Math.round(row.getBoundingClientRect().top),
            Math.round(row.getBoundingClientRect().height),
          ]),
        )
    await expect(list.getByRole('listitem')).toHaveCount(6)
    // waits until the card has slid in
    await rest(page)
    const before = await placesOf()
    release()
    await expect(async () => {
      await page.clock.runFor(20) // a timer passes the loaded rows to the screen
      await expect(list.getByRole('listitem')).toHaveText(
        [/^WalletConnect/, /^Rainbow/, /^Pocket/, /^MetaMask/, /^Trust Wallet/, /^All wallets\d/],
        { timeout: 200 },
      )
    }).toPass()
    expect(await placesOf()).toEqual(before)
  })

  test('a wallet that announces itself late is added at the end of the list, and no other row moves', async ({
    page,
    devnet,
  }) => {
    await page.clock.install()
    const modal = await open(page, devnet.demo, {}, 'none')
    const list = await listOf(modal)
    await expect(list.last()).toHaveText(/^All wallets\d/)
    await page.clock.runFor(500) // the list may reorder itself for half a second
    const before = await list.allTextContents()
    await page.evaluate(() => {
      const detail = {
        info: { uuid: crypto.randomUUID(), rdns: 'com.late', name: 'Late wallet', icon: '' },
        provider: { request: async () => [], on() {} },
      }
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    })
    await expect(walletRowOf(modal, /^Late wallet/)).toBeVisible()
    expect(await list.allTextContents()).toEqual([...before, 'Late walletInstalled'])
    await page.keyboard.press('Escape')
    await connectButtonOf(page).click()
    // when the modal opens again, the late wallet is in its usual place
    await expect(list.nth(1)).toHaveText('Late walletInstalled')
  })

  test('placeholders of a slow catalogue disappear, and its rows work when it is loaded', async ({
    page,
    devnet,
  }) => {
    await page.clock.install()
    const release = await holdWallets(page, devnet.api)
    const modal = await open(page, devnet.demo, {}, 'none')
    const list = modal.getByRole('list', { name: 'Wallets' })
    await expect(list).toHaveAttribute('aria-busy', 'true')
    await page.clock.runFor(10_000)
    await expect(await listOf(modal)).toHaveText([/^WalletConnect/, /^Pocket/, /^All wallets/])
    release()
    await expect(await listOf(modal)).toHaveText([
      /^WalletConnect/,
      /^Pocket/,
      /^All wallets/,
      /^MetaMask/,
      /^Trust Wallet/,
      /^Phantom/,
    ])
  })

  test('the kit requests the catalogue only when the modal opens, and only once', async ({
    page,
    devnet,
  }) => {
    const requests: string[] = []
    page.on(
      'request',
      (request) =>
        request.url().includes('/getWallets?') &&
        requests.push(new URL(request.url()).searchParams.get('entries') ?? ''),
    )
    await page.goto(`${devnet.demo}/?wallet=two`)
    await page.waitForLoadState('networkidle')
    await connectButtonOf(page).hover()
    await page.waitForLoadState('networkidle')
    expect(requests).toEqual([])
    const modal = modalOf(page)
    for (let time = 0; time < 2; time++) {
      await connectButtonOf(page).click()
      await expect(walletRowOf(modal, /^MetaMask/)).toBeVisible()
      await expect(modal.getByRole('button', { name: /^All wallets/ })).toHaveText(/\d/)
      await page.keyboard.press('Escape')
    }
    expect(requests.toSorted()).toEqual(['4', '40'])
  })
})

test.describe('without the API', () => {
  test.use({
    allowConsole: [/Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/],
  })

  test('only the rows that need the API are missing', async ({ page, devnet }) => {
    const modal = await openConnect(page, `${devnet.demo}/?wallet=two&api=down`)
    await expect(await listOf(modal)).toHaveText([
      /^WalletConnect/,
      /^Development wallet/,
      /^Second wallet/,
      /^Pocket/,
    ])
    await walletRowOf(modal, /^Pocket/).click()
    await expect(modal.getByRole('img', { name: 'QR code that connects Pocket' })).toBeVisible()
  })

  test('in an offline browser, too, no row keeps waiting', async ({ page, context, devnet }) => {
    const modal = await open(page, devnet.demo)
    await page.keyboard.press('Escape')
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await connectButtonOf(page).hover()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await connectButtonOf(page).click()
    await expect(await listOf(modal)).toContainText([/^WalletConnect/, /^Development wallet/])
  })
})
