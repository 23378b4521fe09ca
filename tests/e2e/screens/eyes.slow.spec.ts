import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { behave } from '../support/developmentWallet.ts'
import { addWallet, openProfile } from '../support/profile.ts'
import { changeScreen, openScreen } from '../support/screens.ts'
import {
  connectButtonOf,
  modalOf,
  openAccount,
  openConnect,
  visitConnected,
  walletRowOf,
  withoutRelay,
} from '../support/site.ts'
import { announceStrange } from '../support/strangeWallet.ts'
import { overflowing, smallTargets } from '../support/targets.ts'

// at another speed, an element could move between two checks
test.use({ isAtRealSpeed: true })

declare global {
  interface Window {
    movements: Set<string>
  }
}

/**
 * Records, 30 times a second from the page’s start, everything that moves or changes its size.
 * Fading is no movement.
 */
async function watchMovements(page: Page) {
  await page.addInitScript(() => {
    const still = [
      'offset',
      'computedOffset',
      'easing',
      'composite',
      'opacity',
      'strokeDasharray',
      'stroke',
      'backgroundColor',
      'color',
    ]
    const found = (window.movements = new Set<string>())
    const look = () => {
      const roots = [...document.querySelectorAll('[data-latchkey]')].flatMap(
        ({ shadowRoot }) => shadowRoot ?? [],
      )
      for (const { effect } of roots.flatMap((root) => root.getAnimations())) {
        if (!(effect instanceof KeyframeEffect)) continue
        const moved = effect
          .getKeyframes()
          .flatMap((frame) => Object.keys(frame).filter((name) => !still.includes(name)))
        if (moved.length > 0)
          found.add(`${effect.target?.getAttribute('class')}: ${[...new Set(moved)].join(', ')}`)
      }
      setTimeout(look, 30)
    }
    look()
  })
}

const movementsOf = (page: Page) => page.evaluate(() => [...window.movements])

async function walkThrough(page: Page, modal: Locator) {
  await connectButtonOf(page).click()
  await walletRowOf(modal).click()
  await expect(modal).toContainText('Continue in')
  await behave(page, 'refuse')
  await expect(modal).toContainText('Rejected in')
  await behave(page, 'approve')
  await modal.getByRole('button', { name: 'Try again' }).click()
  await expect(modal).toBeHidden()
  await openAccount(page)
  await modal.getByRole('button', { name: /^Network:/ }).click()
  await expect(modal).toHaveAccessibleName('Choose a network')
  await modal.getByRole('button', { name: 'Back' }).click()
  await expect(modal).toHaveAccessibleName('Account')
}

test('with reduced motion nothing moves', async ({ page, devnet }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await watchMovements(page)
  await page.goto(`${devnet.demo}/?wallet=hang`)
  await walkThrough(page, modalOf(page))
  expect(await movementsOf(page)).toEqual([])
})

test('without reduced motion screens slide in', async ({ page, devnet }) => {
  await watchMovements(page)
  await page.goto(`${devnet.demo}/?wallet=hang`)
  await walkThrough(page, modalOf(page))
  expect((await movementsOf(page)).join()).toContain('screen-body')
})

test.describe('at 200 % zoom', () => {
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })

  test('every screen of a connected visitor fits, and longer ones scroll', async ({
    page,
    devnet,
  }) => {
    await visitConnected(page, `${devnet.demo}/?wallet=two`)
    const modal = await openAccount(page)
    await expect(modal.getByRole('list', { name: 'Tokens' })).toBeVisible()
    await expectReachable(modal)
    await modal.getByRole('button', { name: /^Network:/ }).click()
    await expect(modal).toHaveAccessibleName('Choose a network')
    await expectReachable(modal)
    await behave(page, 'refuse')
    await modal.getByRole('button', { name: 'Latchkey Devnet 2' }).click()
    await expect(modal).toContainText('Rejected in')
    await expectReachable(modal)
    await page.keyboard.press('Escape')
    await behave(page, 'approve')

    await addWallet(page, /^Second wallet/)
    await openProfile(page)
    await expectReachable(modal)
    await openScreen(page, devnet.demo, { view: 'Profile', state: 'two kinds of account' })
    await expectReachable(modal)
    // with more networks than there is room for, the search field above keeps its height
    await changeScreen(page, { view: 'Networks', state: 'to search' })
    await expect(modal.getByRole('listitem')).not.toHaveCount(0)
    await expect(modal.getByRole('searchbox')).toHaveCSS('height', '48px')
  })

  test('every screen before connecting fits, and longer ones scroll', async ({ page, devnet }) => {
    const modal = await openConnect(page, `${devnet.demo}/?wallet=two`)
    await expect(modal.locator('[aria-busy=true]')).toHaveCount(0)
    await expectReachable(modal)
    await walletRowOf(modal, /^WalletConnect/).click()
    const code = modal.getByRole('img', { name: /^QR code/ })
    await expect(code).toBeVisible()
    await expectReachable(modal)
    await code.scrollIntoViewIfNeeded()
    await expect(code).toBeInViewport({ ratio: 1 }) // the whole code is visible to a scanner
    await modal.getByRole('button', { name: 'Back' }).click()
    await walletRowOf(modal, /^All wallets/).click()
    await expect(modal.getByRole('searchbox')).toBeVisible()
    await expect.poll(() => overflowing(modal)).toEqual([])
    await expect(modal.getByRole('searchbox')).toBeInViewport({ ratio: 1 })
    const tile = modal
      .getByRole('gridcell')
      .first()
      .or(modal.getByRole('button', { name: /^MetaMask/ }))
      .first()
    await expect(tile).toBeInViewport({ ratio: 1 })
    await modal.getByRole('searchbox').fill('nobody is called this')
    await expect(modal.getByRole('button', { name: 'Clear search' })).toBeInViewport({ ratio: 1 })
    await modal.getByRole('button', { name: 'Back' }).click()
    await modal.getByRole('button', { name: 'What is a wallet?' }).click()
    await expect(modal).toHaveAccessibleName('What is a wallet?')
    await expectReachable(modal)
    await modal.getByRole('button', { name: 'Get a wallet' }).click()
    await expect(modal).toHaveAccessibleName('Get a wallet')
    await expect(modal.getByRole('listitem')).not.toHaveCount(0)
    await expectReachable(modal)
    await modal.getByRole('listitem').first().getByRole('button').click()
    await expect(modal).toHaveAccessibleName(/^Get /)
    await expectReachable(modal)
  })
})

/**
 * Checks that nothing leaves the window sideways, that head and foot stay in it, and that the end
 * of the body can be scrolled to.
 */
async function expectReachable(modal: Locator) {
  await expect.poll(() => overflowing(modal)).toEqual([])
  await expect.poll(() => smallTargets(modal)).toEqual([])
  for (const control of await modal.getByRole('button').filter({ visible: true }).all()) {
    await control.scrollIntoViewIfNeeded()
    await expect(control).toBeInViewport({ ratio: 1 })
  }
  const last = modal.locator('.screen-body').locator('li, p, a, button').last()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 0.9 })
  await expect(modal.getByRole('button', { name: /^(Close|Back)$/ }).first()).toBeInViewport({
    ratio: 1,
  })
}

const longNames = {
  'one long word':
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  'many words':
    'The wallet of the friendly people from the other side of the river, second edition',
  'right to left': 'محفظة طويلة جدا لاختبار اتجاه النص من اليمين إلى اليسار في القائمة',
  'wide signs': '這是一個名字非常非常長的錢包用來測試文字是否會超出邊界以及是否會被截斷',
}
const widths = [1280, 320]

test('long names of wallets do not overflow the modal', async ({ page, devnet }) => {
  await withoutRelay(page)
  const names = Object.values(longNames)
  for (const [index, name] of names.entries())
    await announceStrange(page, {
      name,
      rdns: `example.long${index}`,
      fails: { eth_requestAccounts: 4001, wallet_requestPermissions: 4001 },
    })
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)
  for (const width of widths)
    await test.step(`${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 700 })
      await expect(modal.getByRole('listitem')).toHaveCount(names.length)
      await expectInside(modal)
      for (let index = 0; index < names.length; index++) {
        await modal.getByRole('listitem').nth(index).getByRole('button').click()
        await expect(modal).toContainText('Rejected in')
        await expectInside(modal)
        await modal.getByRole('button', { name: 'Back' }).click()
        await expect(modal).toHaveAccessibleName('Connect wallet')
      }
    })
})

test('long names of tokens and long amounts do not overflow the modal', async ({
  page,
  devnet,
}) => {
  const rows = Object.values(longNames).map((name, index) => ({
    name,
    symbol: name.slice(0, 30),
    price: 1,
    value: 12_345_678_901_234.5,
    iconUrl: '',
    chainId: 'eip155:31337',
    address: `eip155:31337:0x${String(index).padStart(40, '1')}`,
    quantity: { decimals: '18', numeric: '123456789012345678901234567890.123456789012345678' },
  }))
  await page.route(`${devnet.api}/v1/account/**`, (route) =>
    route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { balances: rows } }),
  )
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  for (const width of widths)
    await test.step(`${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 700 })
      await expect(modal.getByRole('listitem')).toHaveCount(rows.length)
      await expectInside(modal)
    })
})

/** Checks that nothing is wider than the card, and that the card is not wider than the window. */
async function expectInside(modal: Locator) {
  await expect.poll(() => overflowing(modal.locator('.card'))).toEqual([])
  await expect
    .poll(async () => (await modal.locator('.card').boundingBox())?.width)
    // a card that is opening may be scaled
    .toBeLessThanOrEqual(modal.page().viewportSize()?.width ?? 0)
}
