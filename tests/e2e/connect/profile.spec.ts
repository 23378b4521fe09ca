import type { Page } from '@playwright/test'
import { axe, expect, test } from '../fixtures/test.ts'
import { wander } from '../support/developmentWallet.ts'
import { addWallet, openProfile, profileRowOf } from '../support/profile.ts'
import { openScreen } from '../support/screens.ts'
import {
  accountButtonOf,
  connectButtonOf,
  modalOf,
  visitConnected,
  walletRowOf,
} from '../support/site.ts'
import { overflowing, smallTargets } from '../support/targets.ts'

/** The name of the focused element inside the modal. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
  })
}

test('a wallet is added, selected, disconnected and connected again, by keyboard alone', async ({
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=two`)
  const modal = await openProfile(page)
  await expect.poll(() => focused(page)).toContain('Development wallet')
  await page.keyboard.press('Tab')
  await expect(modal.getByRole('button', { name: 'Add a wallet' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(modal).toHaveAccessibleName('Connect wallet')
  await expect(walletRowOf(modal, /^Second wallet/)).toBeVisible()
  await expect(walletRowOf(modal, /^Development wallet/)).toHaveCount(0) // the wallet is connected
  await walletRowOf(modal, /^Second wallet/).press('Enter')
  await expect(modal).toBeHidden()
  await expect(accountButtonOf(page)).toHaveText('0x70…dc79C8')
  await expect(accountButtonOf(page)).toBeFocused()

  await openProfile(page)
  await profileRowOf(modal, 'Development wallet').press('Enter')
  await expect(accountButtonOf(page)).toHaveText('0xf3…b92266')
  await expect(profileRowOf(modal, 'Development wallet')).toBeFocused() // no row has moved
  await expect(
    modal.getByRole('status').filter({ hasText: 'You now use Development wallet' }),
  ).toBeVisible()

  await modal.getByRole('button', { name: 'Disconnect Development wallet' }).press('Enter')
  await expect(profileRowOf(modal, 'Second wallet')).toBeFocused()
  await modal
    .getByRole('list', { name: 'Recent wallets' })
    .getByRole('button', { name: /^Development wallet/ })
    .press('Enter')
  await expect(modal).toBeHidden()
  await expect(accountButtonOf(page)).toHaveText('0xf3…b92266')
})

test('Back leads from the wallets to the account, and a visitor can leave an unsupported network', async ({
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=two`)
  const modal = await openProfile(page)
  await test.step('Back leads from the list of wallets to the profile, and from there to the account', async () => {
    await modal.getByRole('button', { name: 'Add a wallet' }).click()
    await modal.getByRole('button', { name: 'Back' }).click()
    await expect(modal).toHaveAccessibleName('Your wallets')
    await modal.getByRole('button', { name: 'Back' }).click()
    await expect(modal).toHaveAccessibleName('Account')
    await page.keyboard.press('Escape')
    await openProfile(page)
    await profileRowOf(modal, 'Development wallet').click()
    await expect(modal).toHaveAccessibleName('Account') // the pressed wallet is in use already
  })
  await test.step('choosing another wallet leaves the unsupported network', async () => {
    await page.keyboard.press('Escape')
    await addWallet(page, /^Second wallet/)
    await openProfile(page)
    await profileRowOf(modal, 'Development wallet').click()
    await expect(accountButtonOf(page)).toHaveText('0xf3…b92266')
    await wander(page)
    // the visitor can choose another wallet here
    await expect(modal).toHaveAccessibleName('Your wallets')
    await expect(modal.getByRole('button', { name: 'Close' })).toBeHidden()
    await expect(profileRowOf(modal, 'Development wallet')).toContainText('Another network')
    await modal.getByRole('button', { name: 'Back' }).click()
    await expect(modal).toHaveAccessibleName('Network not supported')
    await modal.getByRole('button', { name: 'Use another wallet' }).click()
    await profileRowOf(modal, 'Second wallet').click()
    await expect(accountButtonOf(page)).toHaveText('0x70…dc79C8')
    await expect(modal.getByRole('button', { name: 'Close' })).toBeVisible()
  })
})

test('with two wallets, changes are announced to screen readers, texts have enough contrast and fit, and buttons are large enough', async ({
  page,
  devnet,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await visitConnected(page, `${devnet.demo}/?wallet=two&theme=auto`)
  await addWallet(page, /^Second wallet/)
  const modal = await openProfile(page)
  for (const colorScheme of ['dark', 'light'] as const)
    await test.step(colorScheme, async () => {
      await page.emulateMedia({ colorScheme })
      await expect(modal.locator('.card')).toHaveCSS(
        'background-color',
        { dark: 'rgb(33, 28, 24)', light: 'rgb(255, 255, 255)' }[colorScheme],
      )
      await expect(
        modal.getByRole('list', { name: 'Connected wallets' }).getByRole('listitem'),
      ).toHaveCount(2)
      await expect(
        modal.getByRole('button', { name: /^Disconnect (Development|Second) wallet$/ }),
      ).toHaveCount(2)
      await expect(profileRowOf(modal, 'Second wallet')).toHaveAttribute('aria-current', 'true')
      expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
    })
  const all = modal.getByRole('button', { name: 'Disconnect all' })
  for (const [name, viewport] of Object.entries({
    'a phone': { width: 390, height: 844 },
    'a small window': { width: 320, height: 480 },
  }))
    await test.step(name, async () => {
      await page.setViewportSize(viewport)
      await expect.poll(() => overflowing(modal)).toEqual([])
      await expect.poll(() => smallTargets(modal)).toEqual([])
      await all.click({ trial: true }) // nothing covers it
    })
  await all.click()
  await expect(connectButtonOf(page)).toBeVisible()
  await expect(modalOf(page)).toBeHidden()
})

test.describe('a list that is longer than the modal', () => {
  test.use({ viewport: { width: 420, height: 420 } })

  test('has a hint that more follows, until its end is visible', async ({ page, devnet }) => {
    await visitConnected(page, `${devnet.demo}/?wallet=approve`)
    await accountButtonOf(page).click()
    const body = modalOf(page).locator('.screen-body')
    await expect(modalOf(page).getByRole('list', { name: 'Tokens' })).toBeVisible()
    await expect(body).toHaveAttribute('data-more')
    await body.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(body).not.toHaveAttribute('data-more')
  })
})

test('each namespace has a tab with its wallets, and a wallet of one namespace does not replace one of another', async ({
  page,
  devnet,
}) => {
  const modal = await openScreen(page, devnet.demo, {
    view: 'Profile',
    state: 'two kinds of account',
  })
  const tab = (name: string) => modal.getByRole('tab', { name })
  const inUse = () => page.evaluate(() => window.latchkeyScreen?.getState().namespace)
  const list = modal
    .getByRole('tabpanel')
    .getByRole('list', { name: 'Connected wallets' })
    .getByRole('listitem')
  await expect(modal.getByRole('tab')).toHaveText(['Ethereum', 'Solana'])
  await expect(tab('Ethereum')).toHaveAttribute('aria-selected', 'true')
  await expect(list).toHaveCount(2)
  await tab('Ethereum').press('ArrowRight')
  await expect(tab('Solana')).toBeFocused()
  await expect(list).toHaveText(['MetaMask7oPa…GLk2S3Solana'])
  expect(await inUse()).toBe('eip155') // to view another namespace does not select it
  expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])

  // the wallet has the same name in both namespaces
  await profileRowOf(modal, 'MetaMask').press('Enter')
  await expect.poll(inUse).toBe('solana')
  await modal.getByRole('button', { name: 'Disconnect MetaMask' }).press('Enter')
  await expect(modal).toContainText('No wallet connected here yet.')
  await expect(tab('Solana')).toBeFocused()
  expect(await inUse()).toBe('eip155')
  await tab('Solana').press('ArrowLeft')
  await expect(list).toHaveCount(2)
})

test('with wallets of one namespace there are no tabs', async ({ page, devnet }) => {
  const modal = await openScreen(page, devnet.demo, { view: 'Profile', state: 'one wallet' })
  await expect(modal.getByRole('list', { name: 'Connected wallets' })).toBeVisible()
  await expect(modal.getByRole('tab')).toHaveCount(0)
})
