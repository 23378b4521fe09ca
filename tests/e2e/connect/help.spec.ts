/** The help for visitors without experience with wallets. */
import type { Locator } from '@playwright/test'
import { idOf } from '../../../apps/demo/src/screens/screens.ts'
import { expect, test } from '../fixtures/test.ts'
import { chunkWith } from '../support/chunkWith.ts'
import { runTimers } from '../support/runTimers.ts'
import { changeScreen, openScreen } from '../support/screens.ts'
import { scan } from '../support/scan.ts'
import {
  modalOf,
  openAccount,
  openConnect,
  visitConnected,
  walletRowOf,
  withoutRelay,
} from '../support/site.ts'
import { overflowing, smallTargets } from '../support/targets.ts'

const helpScreens = [
  { view: 'WhatIsAWallet', state: 'in short' },
  { view: 'WhatIsANetwork', state: 'in short' },
  { view: 'GetWallet', state: 'to choose from' },
] as const

const press = (modal: Locator, name: string | RegExp) => modal.getByRole('button', { name }).click()
/** Goes from the list of wallets to the page for getting a wallet. */
async function goToDownloads(modal: Locator, wallet: RegExp): Promise<void> {
  await press(modal, 'What is a wallet?')
  await press(modal, 'Get a wallet')
  await press(modal, wallet)
  await expect(modal).toHaveAccessibleName(/^Get /)
}

test('the help explains wallets, lists wallets, and shows where to get one', async ({
  page,
  devnet,
}) => {
  const modal = await openConnect(page, `${devnet.demo}/?wallet=two`)
  await press(modal, 'What is a wallet?')
  await expect(modal).toHaveAccessibleName('What is a wallet?')
  await expect(modal.getByRole('listitem')).toHaveText([
    /^A home for what you own/,
    /^Only you have the key/,
    /^One way in, everywhere/,
  ])
  await expect(modal.getByRole('button', { name: 'Get a wallet' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(
    modal.getByRole('list', { name: 'Wallets to get' }).getByRole('listitem'),
  ).toHaveText([
    'Pocket',
    'MetaMaskPhone · Browser',
    'Trust WalletPhone · Browser',
    'PhantomPhone · Browser',
    'Base AppPhone · Browser',
  ])
  await press(modal, /^MetaMask/)
  await expect(modal).toHaveAccessibleName('Get MetaMask')

  await expect(
    modal.getByRole('img', { name: 'QR code that leads to MetaMask in the App Store' }),
  ).toBeVisible()
  expect(await scan(page)).toMatch(/^https:\/\/apps\.apple\.com\//)
  await modal.getByRole('button', { name: 'Android' }).focus()
  await page.keyboard.press('Enter')
  await expect(modal.getByRole('button', { name: 'Android' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(
    modal.getByRole('img', { name: 'QR code that leads to MetaMask on Google Play' }),
  ).toBeVisible()
  expect(await scan(page)).toMatch(/^https:\/\/play\.google\.com\//)
  await expect(modal.getByRole('link', { name: 'Add to Chrome' })).toHaveAttribute(
    'href',
    /^https:\/\/chrome/,
  )
  await expect(modal.getByRole('link', { name: 'Add to Chrome' })).toHaveAttribute(
    'rel',
    'noreferrer',
  )
  await expect(modal.getByRole('link')).toHaveCount(1)

  for (const title of ['Get a wallet', 'What is a wallet?', 'Connect wallet']) {
    await press(modal, 'Back')
    await expect(modal).toHaveAccessibleName(title)
  }
  await expect(walletRowOf(modal)).toBeVisible()
})

test('the modal shows where to get a wallet that is not installed', async ({ page, devnet }) => {
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await test.step('the code of a wallet leads to its download page', async () => {
    await walletRowOf(modal, /^MetaMask/).click()
    await press(modal, 'Don’t have it?')
    await expect(modal).toHaveAccessibleName('Get MetaMask')
    await press(modal, 'Back')
    await expect(modal.getByRole('img', { name: 'QR code that connects MetaMask' })).toBeVisible()
    await press(modal, 'Back')
  })
  await test.step('the row of a wallet without a code leads to its download page', async () => {
    await walletRowOf(modal, /^Phantom/).click()
    await expect(modal).toHaveAccessibleName('Get Phantom')
    await expect(modal.getByRole('link', { name: 'Add to Chrome' })).toBeFocused()
  })
})

test('a removed wallet leads to its download page, and arrows point in the reading direction', async ({
  page,
  devnet,
}) => {
  await page.goto(`${devnet.demo}/screens?screen=connectingexternal-not-installed`)
  const modal = modalOf(page)
  await expect(async () => {
    await runTimers(page)
    await expect(modal.getByRole('button', { name: 'Get MetaMask' })).toBeVisible({ timeout: 200 })
  }).toPass()
  await press(modal, 'Get MetaMask')
  await expect(modal).toHaveAccessibleName('Get MetaMask')
  await expect(modal.getByRole('img', { name: /^QR code that leads to MetaMask/ })).toBeVisible()

  await page.goto(`${devnet.demo}/screens?screen=getwallet-to-choose-from&locale=ar`)
  await expect(modalOf(page).getByRole('listitem').first().locator('.icon')).toHaveCSS(
    'scale',
    '-1 1',
  )
})

test('the list of networks leads to the help “What is a network?”', async ({ page, devnet }) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  await press(modal, /^Network:/)
  await press(modal, 'What is a network?')
  await expect(modal).toHaveAccessibleName('What is a network?')
  await expect(modal.getByRole('listitem')).toHaveCount(3)
  await press(modal, 'Back')
  await expect(modal).toHaveAccessibleName('Choose a network')
  await page.keyboard.press('Escape')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Network:/ })
    .click()
  await expect(modal.getByRole('button', { name: 'Back' })).toHaveCount(0)
  await press(modal, 'What is a network?')
  await expect(modal).toHaveAccessibleName('What is a network?')
})

test.describe('when code or data fails to load', () => {
  test.use({ allowConsole: [/Failed to load resource|dynamically imported|ERR_CONNECTION/] })

  test('the list of wallets reports the failure, and a retry loads it', async ({
    page,
    devnet,
  }) => {
    await withoutRelay(page)
    await page.route(`${devnet.api}/getWallets?**`, (route) => route.abort('connectionrefused'))
    const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
    await press(modal, 'Get a wallet')
    await expect(modal).toContainText('The wallets did not load')
    await page.unroute(`${devnet.api}/getWallets?**`)
    await press(modal, 'Try again')
    await expect(modal.getByRole('listitem').first()).toContainText('MetaMask')
  })

  test('links replace QR codes if the code that draws them does not load', async ({
    page,
    devnet,
  }) => {
    await page.route(chunkWith('qr-code-picture'), (route) => route.abort('connectionreset'))
    const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
    await goToDownloads(modal, /^MetaMask/)
    await expect(modal.getByRole('link', { name: 'Get it in the App Store' })).toHaveAttribute(
      'href',
      /^https:\/\/apps\.apple\.com\//,
    )
  })
})

test.describe('on an iPhone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  })

  test('the download page links to the App Store, and to the wallet’s own browser', async ({
    page,
    devnet,
  }) => {
    const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
    await test.step('a wallet that connects only in its own browser is opened there', async () => {
      await walletRowOf(modal, /^Phantom/).tap()
      await expect(modal.getByRole('link', { name: 'Open in Phantom’s browser' })).toHaveAttribute(
        'href',
        /^https:\/\/phantom\.app\/ul\/browse\/http%3A%2F%2F.*\?ref=http%3A%2F%2F/,
      )
    })
    await test.step('the download page of a wallet with an app links to the App Store', async () => {
      await press(modal, 'Back')
      await goToDownloads(modal, /^MetaMask/)
      await expect(modal.getByRole('link', { name: 'Get it in the App Store' })).toHaveAttribute(
        'href',
        /^https:\/\/apps\.apple\.com\//,
      )
      await expect(modal.getByRole('link', { name: 'Open in MetaMask’s browser' })).toHaveAttribute(
        'href',
        `https://metamask.app.link/dapp/${devnet.demo?.replace('http://', '')}/?wallet=none`,
      )
      await expect(modal.getByRole('img', { name: /^QR code/ })).toHaveCount(0)
      await expect.poll(() => smallTargets(modal)).toEqual([])
      await expect.poll(() => overflowing(modal)).toEqual([])
    })
    await test.step('every help screen fits', async () => {
      for (const [place, screen] of helpScreens.entries()) {
        const shown = await (place === 0
          ? openScreen(page, devnet.demo, screen)
          : changeScreen(page, screen))
        await expect.poll(() => smallTargets(shown), idOf(screen)).toEqual([])
        expect(await overflowing(shown), idOf(screen)).toEqual([])
      }
    })
  })
})
