import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { behave, wander } from '../support/developmentWallet.ts'
import { withOptions } from '../support/options.ts'
import {
  accountButtonOf,
  connectButtonOf,
  modalOf,
  openConnect,
  visitConnected,
  walletRowOf,
  withoutRelay,
} from '../support/site.ts'
import { overflowing, smallTargets } from '../support/targets.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Checks that all parts of a screen fit a phone and a finger. */
async function expectFits(modal: Locator) {
  await expect.poll(() => smallTargets(modal)).toEqual([])
  await expect.poll(() => overflowing(modal)).toEqual([])
  expect(
    await modal.page().evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
  ).toBe(true)
  // the modal is a sheet, as wide as the window and at its lower edge
  const card = modal.locator('.card')
  await expect
    .poll(async () => {
      const box = await card.boundingBox()
      return box && { x: box.x, width: box.width, bottom: Math.round(box.y + box.height) }
    })
    .toEqual({ x: 0, width: 390, bottom: 844 })
}

test('the screens before connecting fit a phone', async ({ page, devnet }) => {
  await page.clock.install()
  const modal = await openConnect(page, `${devnet.demo}/?wallet=two`)
  await expect(walletRowOf(modal, /^Second wallet/)).toBeVisible()
  await expectFits(modal)
  await behave(page, 'hang')
  await walletRowOf(modal).tap()
  await expect(modal).toContainText('Continue in')
  await expectFits(modal)
  await page.clock.fastForward(10_000)
  await expect(modal).toContainText('Still waiting')
  await expectFits(modal)
  await behave(page, 'refuse')
  await expect(modal).toContainText('Rejected in')
  await expectFits(modal)
})

test('the list without a wallet fits a phone', async ({ page, devnet }) => {
  await withoutRelay(page)
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await expect(modal).toContainText('No wallet in this browser yet')
  await expectFits(modal)
})

test('the account, the networks and an unsupported network fit a phone', async ({
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  await accountButtonOf(page).tap()
  const modal = modalOf(page)
  await expect(modal.getByRole('list', { name: 'Tokens' })).toBeVisible()
  await expectFits(modal)
  await modal.getByRole('button', { name: /^Network:/ }).tap()
  await expect(modal).toHaveAccessibleName('Choose a network')
  await expectFits(modal)
  await behave(page, 'refuse')
  await modal.getByRole('button', { name: 'Latchkey Devnet 2' }).tap()
  await expect(modal).toContainText('Rejected in Development wallet')
  await expectFits(modal)
  await behave(page, 'approve')
  await wander(page)
  await modal.getByRole('button', { name: 'Back' }).tap()
  await expect(modal).toHaveAccessibleName('Network not supported')
  await expectFits(modal)
})

test.describe('in an outage', () => {
  test.use({ allowConsole: [/Failed to load resource|ERR_CONNECTION_REFUSED/] })

  test('the account fits a phone', async ({ page, devnet }) => {
    await page.route(`${devnet.api}/**`, (route) => route.abort('connectionrefused'))
    await visitConnected(page, `${devnet.demo}/?wallet=approve`)
    await accountButtonOf(page).tap()
    await expect(modalOf(page)).toContainText('Some balances could not be read.')
    await expectFits(modalOf(page))
  })
})

test('the buttons of the page are large enough, and the page behind the modal does not scroll', async ({
  page,
  devnet,
}) => {
  await page.goto(`${devnet.demo}/?wallet=approve`)
  await expect(connectButtonOf(page)).toBeVisible()
  await expect.poll(() => smallTargets(page.locator('[data-latchkey]'))).toEqual([])
  await connectButtonOf(page).tap()
  const modal = modalOf(page)
  await expect(walletRowOf(modal)).toBeVisible()
  await test.step('the page behind does not scroll', async () => {
    const before = await page.evaluate(() => window.scrollY)
    const finger = await page.context().newCDPSession(page)
    const drag = (y: number) =>
      finger.send('Input.synthesizeScrollGesture', {
        x: 195,
        y,
        yDistance: -300,
        gestureSourceType: 'touch',
        speed: 3_000,
      })
    await drag(820) // begins on the card
    expect(await page.evaluate(() => window.scrollY)).toBe(before)
    await expect(modal).toBeVisible()
    await drag(400) // begins outside the card
    expect(await page.evaluate(() => window.scrollY)).toBe(before)
  })
  await walletRowOf(modal).tap()
  await expect(modal).toBeHidden()
  await expect(accountButtonOf(page)).toBeVisible()
  await expect.poll(() => smallTargets(page.locator('[data-latchkey]'))).toEqual([])
})

const browsers = {
  'iOS Safari':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Instagram on Android':
    'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Instagram 405.0.0.0 Android',
}

test.describe('a browser of a phone', () => {
  test.use({ userAgent: browsers['iOS Safari'] })

  test('opens all wallets from WalletConnect, and opens an app by its own scheme', async ({
    page,
    devnet,
  }) => {
    await page.clock.install()
    const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
    await test.step('from WalletConnect to all wallets, and to an app', async () => {
      await expect(walletRowOf(modal, /^WalletConnect/)).toHaveText('WalletConnect')
      await walletRowOf(modal, /^WalletConnect/).tap()
      await expect(modal).toHaveAccessibleName('All wallets')
      await modal.getByRole('button', { name: 'Back', exact: true }).tap()
      await walletRowOf(modal, /^MetaMask/).tap()
      await expect(modal.getByRole('link', { name: 'Open MetaMask', exact: true })).toHaveAttribute(
        'href',
        /^metamask:\/\/wc\?uri=wc%3A/,
      )
      await expect(modal.getByRole('link', { name: 'Open in MetaMask’s browser' })).toHaveAttribute(
        'href',
        /^https:\/\/metamask\.app\.link\/dapp\//,
      )
      await expectFits(modal)
      await modal.getByRole('button', { name: 'Back', exact: true }).tap()
    })
    await test.step('if no app opened, the store link and the link to copy are shown', async () => {
      await walletRowOf(modal, /^MetaMask/).tap()
      const app = modal.getByRole('link', { name: 'Open MetaMask', exact: true })
      await expect(app).toHaveAttribute('href', /^metamask:/)
      await expect(modal.getByRole('button', { name: 'Show a QR code' })).toHaveCount(0)
      await page.evaluate(() =>
        document.addEventListener('click', (event) => event.preventDefault(), true),
      ) // no app is installed, so the browser would search for one
      await app.tap()
      await page.clock.fastForward(2_000)
      await expect(modal.getByRole('link', { name: 'Get MetaMask' })).toHaveAttribute(
        'href',
        /^https:\/\/apps\.apple\.com\//,
      )
      await expect(modal.getByRole('button', { name: 'Copy link' })).toBeVisible()
      await expectFits(modal)
      await modal.getByRole('button', { name: 'Show a QR code' }).tap()
      await expect(modal.getByRole('img', { name: 'QR code that connects MetaMask' })).toBeVisible()
    })
  })

  test('screens with a site’s options fit a phone', async ({ page, devnet }) => {
    await test.step('shows the code where there is no list to choose from', async () => {
      const modal = await openConnect(
        page,
        `${devnet.demo}/?wallet=none&${withOptions({ features: { allWallets: false } })}`,
      )
      await walletRowOf(modal, /^WalletConnect/).tap()
      await expect(modal.getByRole('img', { name: /^QR code/ })).toBeVisible()
    })
    await test.step('a wallet without a link still has its code, and the link to paste', async () => {
      const modal = await openConnect(
        page,
        `${devnet.demo}/?wallet=none&${withOptions({ customWallets: [] })}`,
      )
      await walletRowOf(modal, /^Base App/).tap()
      await expect(modal.getByRole('img', { name: 'QR code that connects Base App' })).toBeVisible()
      await expect(modal).toContainText('Copy the link and paste it into Base App')
      await expect(modal.getByRole('button', { name: 'Copy link' })).toBeEnabled()
      await expectFits(modal)
      await modal.getByRole('button', { name: 'Don’t have it?' }).tap()
      await expect(modal.getByRole('link', { name: 'Get it in the App Store' })).toBeVisible()
    })
    await test.step('terms to agree to fit a finger', async () => {
      const options = {
        termsConditionsUrl: 'https://example.org/terms',
        privacyPolicyUrl: 'https://example.org/privacy',
        features: { legalCheckbox: true },
      }
      const modal = await openConnect(page, `${devnet.demo}/?wallet=none&${withOptions(options)}`)
      await expectFits(modal)
      await modal.getByText(/^I agree/).tap({ position: { x: 8, y: 8 } })
      await expect(modal.getByRole('checkbox')).toBeChecked()
      await walletRowOf(modal, /^WalletConnect/).tap()
      await expect(modal).toHaveAccessibleName('All wallets')
    })
  })
})

test.describe('a browser inside another app', () => {
  test.use({ userAgent: browsers['Instagram on Android'] })

  test('opens a wallet by its https address, in a new tab', async ({ page, devnet }) => {
    const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
    await walletRowOf(modal, /^MetaMask/).tap()
    const link = modal.getByRole('link', { name: 'Open and continue in a new browser tab' })
    await expect(link).toHaveAttribute('href', /^https:\/\/metamask\.app\.link\/wc\?uri=wc%3A/)
    await expect(link).toHaveAttribute('target', '_blank')
    await expectFits(modal)
  })
})
