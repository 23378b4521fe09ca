import type { Route } from '@playwright/test'
import { expect, test } from './fixtures/test.ts'
import { accountChunk, modalChunk } from './support/chunkWith.ts'
import { accountButtonOf, connect, connectButtonOf, modalOf, openConnect, walletRowOf, withoutRelay } from './support/site.ts'

test('a wallet that takes its time to announce itself is connected again after a reload', async ({ page, devnet }) => {
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

test('a screen whose code is slow is waited for', async ({ page, devnet }) => {
  await page.clock.install()
  const held: Route[] = []
  await page.route(accountChunk(), (route) => void held.push(route))
  await connect(page, `${devnet.demo}/?wallet=approve`)
  await accountButtonOf(page).click()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await page.clock.runFor(5_000)
  await Promise.all(held.map((route) => route.continue()))
  await expect(modalOf(page)).toHaveAccessibleName('Account')
})

test('the modal whose code is slow is waited for', async ({ page, devnet }) => {
  await withoutRelay(page)
  const held: Route[] = []
  await page.route(modalChunk(), (route) => void held.push(route))
  await page.goto(`${devnet.demo}/?wallet=approve`)
  await connectButtonOf(page).click()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await Promise.all(held.map((route) => route.continue()))
  await expect(walletRowOf(modalOf(page))).toBeFocused()
})

test('closing while the code is on its way stays closed', async ({ page, devnet }) => {
  const held: Route[] = []
  await page.route(accountChunk(), (route) => void held.push(route))
  await connect(page, `${devnet.demo}/?wallet=approve`)
  await accountButtonOf(page).click()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await expect(modalOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(modalOf(page)).toBeHidden()
  await Promise.all(held.map((route) => route.continue()))
  await page.waitForLoadState('networkidle')
  await expect(modalOf(page)).toBeHidden()
  await expect(accountButtonOf(page)).toBeFocused()
})

test('leaving the page in the middle of connecting leaves nothing connected', async ({ page, devnet }) => {
  const modal = await openConnect(page, `${devnet.demo}/?wallet=hang`)
  await walletRowOf(modal).click()
  await expect(modal).toContainText('Continue in')
  await page.reload()
  await expect(connectButtonOf(page)).toBeVisible()
})
