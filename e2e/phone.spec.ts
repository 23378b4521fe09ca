import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures/test.ts'
import { behave, wander } from './support/developmentWallet.ts'
import { accountButtonOf, connectButtonOf, modalOf, openConnect, walletRowOf, withoutRelay } from './support/site.ts'
import { overflowing, smallTargets } from './support/targets.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Whatever a screen shows fits a phone and a finger. */
async function expectFits(modal: Locator) {
  await expect.poll(() => smallTargets(modal)).toEqual([])
  await expect.poll(() => overflowing(modal)).toEqual([])
  expect(await modal.page().evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  // a sheet: from edge to edge, down to the lower edge
  const card = modal.locator('.card')
  await expect.poll(async () => {
    const box = await card.boundingBox()
    return box && { x: box.x, width: box.width, bottom: Math.round(box.y + box.height) }
  }).toEqual({ x: 0, width: 390, bottom: 844 })
}

async function connect(page: Page, demo: string) {
  const modal = await openConnect(page, `${demo}/?wallet=approve`)
  await walletRowOf(modal).tap()
  await expect(accountButtonOf(page)).toBeVisible()
  await expect(modal).toBeHidden()
}

test('the way to connecting fits a phone', async ({ page, devnet }) => {
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

test('without a wallet', async ({ page, devnet }) => {
  await withoutRelay(page)
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  await expect(modal).toContainText('No wallet in this browser yet')
  await expectFits(modal)
})

test('the account, the networks and a foreign network fit a phone', async ({ page, devnet }) => {
  await connect(page, devnet.demo)
  await accountButtonOf(page).tap()
  const modal = modalOf(page)
  await expect(modal.getByRole('list', { name: 'Tokens' })).toBeVisible()
  await expectFits(modal)
  await modal.getByRole('button', { name: /^Network:/ }).tap()
  await expect(modal).toHaveAccessibleName('Choose a network')
  await expectFits(modal)
  await behave(page, 'refuse')
  await modal.getByRole('button', { name: 'Latchkey Devnet 2' }).tap()
  await expect(modal).toContainText('Rejected in your wallet')
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
    await connect(page, `${devnet.demo}`)
    await page.route(`${devnet.api}/**`, (route) => route.abort('connectionrefused'))
    await page.evaluate(() => localStorage.removeItem('@latchkey/balance-cache'))
    await page.reload()
    await accountButtonOf(page).tap()
    await expect(modalOf(page)).toContainText('Token balance unavailable')
    await expectFits(modalOf(page))
  })
})

test('the buttons of the page are large enough', async ({ page, devnet }) => {
  await page.goto(`${devnet.demo}/?wallet=approve`)
  await expect(connectButtonOf(page)).toBeVisible()
  expect(await smallTargets(page.locator('[data-latchkey]'))).toEqual([])
  await walletTap(page)
  await expect(accountButtonOf(page)).toBeVisible()
  expect(await smallTargets(page.locator('[data-latchkey]'))).toEqual([])
})

async function walletTap(page: Page) {
  await connectButtonOf(page).tap()
  await walletRowOf(modalOf(page)).tap()
  await expect(modalOf(page)).toBeHidden()
}

test('the page behind does not scroll', async ({ page, devnet }) => {
  const modal = await openConnect(page, `${devnet.demo}/?wallet=approve`)
  await expect(walletRowOf(modal)).toBeVisible()
  const before = await page.evaluate(() => window.scrollY)
  const finger = await page.context().newCDPSession(page)
  const drag = (y: number) => finger.send('Input.synthesizeScrollGesture', { x: 195, y, yDistance: -300, gestureSourceType: 'touch', speed: 3_000 })
  await drag(820) // from the card
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
  await expect(modal).toBeVisible()
  await drag(400) // from beside it
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
})
