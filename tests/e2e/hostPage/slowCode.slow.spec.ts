import type { Route } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { accountChunk, chunkWith, modalChunk } from '../support/chunkWith.ts'
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

test.use({ isCold: true })

test('a wallet that announces itself late is connected again after a reload', async ({
  page,
  devnet,
}) => {
  await page.addInitScript(() => {
    const hide = (event: Event) => event.stopImmediatePropagation()
    window.addEventListener('eip6963:announceProvider', hide)
    Object.assign(window, {
      announceAtLast() {
        window.removeEventListener('eip6963:announceProvider', hide)
        window.dispatchEvent(new Event('eip6963:requestProvider'))
      },
    })
  })
  await page.goto(`${devnet.demo}/?wallet=approve`)
  await page.evaluate('announceAtLast()')
  await connectButtonOf(page).click()
  await walletRowOf(modalOf(page)).click()
  await expect(accountButtonOf(page)).toBeVisible()

  await page.clock.install()
  await page.reload()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Connecting' })).toBeVisible()
  await page.clock.runFor(1_000) // far longer than a wallet usually takes
  await page.evaluate('announceAtLast()')
  await expect(accountButtonOf(page)).toBeVisible()
})

test('the modal waits for a screen whose code loads slowly', async ({ page, devnet }) => {
  await page.clock.install()
  const heldRoutes: Route[] = []
  await page.route(accountChunk(), (route) => void heldRoutes.push(route))
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  await accountButtonOf(page).click()
  await expect.poll(() => heldRoutes.length).toBeGreaterThan(0)
  await page.clock.runFor(5_000)
  await Promise.all(heldRoutes.map((route) => route.continue()))
  await expect(modalOf(page)).toHaveAccessibleName('Account')
})

test('the button waits for the modal when its code loads slowly', async ({ page, devnet }) => {
  await withoutRelay(page)
  const heldRoutes: Route[] = []
  await page.route(modalChunk(), (route) => void heldRoutes.push(route))
  await page.goto(`${devnet.demo}/?wallet=approve`)
  await connectButtonOf(page).click()
  await expect.poll(() => heldRoutes.length).toBeGreaterThan(0)
  await expect(connectButtonOf(page)).toHaveAttribute('aria-busy', 'true')
  await Promise.all(heldRoutes.map((route) => route.continue()))
  await expect(walletRowOf(modalOf(page))).toBeFocused()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
})

test('two presses on a row while its screen is loading open the screen once; there is no Back button until it opens', async ({
  page,
  devnet,
}) => {
  const heldRoutes: Route[] = []
  await page.route(chunkWith('all-wallets'), (route) => void heldRoutes.push(route))
  const modal = await openConnect(page, `${devnet.demo}/?wallet=approve`)
  const all = walletRowOf(modal, /^All wallets/)
  await all.click()
  await expect.poll(() => heldRoutes.length).toBeGreaterThan(0)
  await all.click()
  await expect(modal.getByRole('button', { name: 'Back', exact: true })).toHaveCount(0)
  await Promise.all(heldRoutes.map((route) => route.continue()))
  await expect(modal).toHaveAccessibleName('All wallets')
  await modal.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(modal).toHaveAccessibleName('Connect wallet')
  await expect(modal.getByRole('button', { name: 'Back', exact: true })).toHaveCount(0)

  await test.step('a late message about an earlier close does not close the modal that is open again', async () => {
    await page.keyboard.press('Escape')
    await connectButtonOf(page).click()
    await walletRowOf(modal).evaluate((row) =>
      row.closest('dialog')?.dispatchEvent(new Event('close')),
    )
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    await expect(walletRowOf(modal)).toBeVisible()
  })
})

/**
 * The button's label after a press without a network, in some languages: the shortest label, the
 * longest, and some between.
 */
const lost = {
  en: 'No connection. Try again',
  de: 'Kein Netz. Noch einmal',
  es: 'Sin conexión. Reintentar',
  fr: 'Hors ligne. Réessayer',
  pt: 'Sem conexão. Repetir',
  ja: '接続できません。再試行',
  zh: '无法连接。重试',
  ar: 'لا اتصال. حاول مجددًا',
  ko: '연결 안 됨. 다시 시도',
  pl: 'Brak sieci. Spróbuj ponownie',
  hi: 'कनेक्शन नहीं। फिर कोशिश करें',
  th: 'ไม่มีการเชื่อมต่อ ลองอีกครั้ง',
}

test.describe('without a network', () => {
  test.use({ allowConsole: [/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED/] })

  test('the first press reports that there is no connection, and with a network the next press opens the modal', async ({
    page,
    context,
    devnet,
  }) => {
    await withoutRelay(page)
    await page.goto(`${devnet.demo}/?wallet=approve&${withOptions({ preload: 'press' })}`)
    await page.waitForFunction('window.latchkeyWallet') // waits for the demo's own wallet
    await context.setOffline(true)
    await connectButtonOf(page).click()
    const again = page
      .getByRole('banner')
      .getByRole('button', { name: 'No connection. Try again', exact: true })
    await expect(again).toBeVisible()
    await again.click()
    await expect(again).not.toHaveAttribute('aria-busy', 'true')
    await context.setOffline(false)
    await again.click()
    await expect(walletRowOf(modalOf(page))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(connectButtonOf(page)).toBeFocused()
  })

  test('the button reports the missing connection in the page’s language, without cut text', async ({
    page,
    context,
    devnet,
  }) => {
    for (const [locale, words] of Object.entries(lost)) {
      await page.goto(
        `${devnet.demo}/?wallet=approve&locale=${locale}&${withOptions({ preload: 'press' })}`,
      )
      await page.waitForFunction('window.latchkeyWallet')
      await context.setOffline(true)
      await page.getByRole('banner').locator('[aria-haspopup=dialog][data-variant=primary]').click()
      const text = page
        .getByRole('banner')
        .getByRole('button', { name: words })
        .locator('.page-button-text')
      await expect(text).toHaveText(words)
      expect(
        await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
        words,
      ).toBeLessThanOrEqual(0)
      await context.setOffline(false)
    }
  })

  test('a site’s call fails with an error that says that there is no connection', async ({
    page,
    context,
    devnet,
  }) => {
    await page.goto(`${devnet.demo}/headless?wallet=approve`)
    const wallet = page.getByRole('button', { name: 'Development wallet' })
    await expect(wallet).toBeVisible()
    await context.setOffline(true)
    await wallet.click()
    await expect(
      page.getByText('No internet connection detected. Please restart your network and try again.'),
    ).toBeVisible()
    await context.setOffline(false)
    await wallet.click()
    await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible()
  })
})

test('a modal that is closed while its code is loading stays closed', async ({ page, devnet }) => {
  const heldRoutes: Route[] = []
  await page.route(accountChunk(), (route) => void heldRoutes.push(route))
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  await accountButtonOf(page).click()
  await expect.poll(() => heldRoutes.length).toBeGreaterThan(0)
  await expect(modalOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(modalOf(page)).toBeHidden()
  await Promise.all(heldRoutes.map((route) => route.continue()))
  await page.waitForLoadState('networkidle')
  await expect(modalOf(page)).toBeHidden()
  await expect(accountButtonOf(page)).toBeFocused()
})

test('a reload while connecting leaves no wallet connected', async ({ page, devnet }) => {
  const modal = await openConnect(page, `${devnet.demo}/?wallet=hang`)
  await walletRowOf(modal).click()
  await expect(modal).toContainText('Continue in')
  await page.reload()
  await expect(connectButtonOf(page)).toBeVisible()
})
