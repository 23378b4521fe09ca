import type { Page } from '@playwright/test'
import { evmChains } from '../../../devnet/src/chains.ts'
import { expect, test } from '../fixtures/test.ts'
import { behave, wander } from '../support/developmentWallet.ts'
import { tabTo } from '../support/tabTo.ts'
import { waitForText } from '../support/waitForText.ts'
import {
  accountButtonOf,
  connectButtonOf,
  modalOf,
  openAccount,
  openConnect,
  visitConnected,
  walletRowOf,
  walletWindowOf,
  withoutRelay,
} from '../support/site.ts'

/** Names of the elements that Tab reaches in the modal, in order, for one round. */
async function ring(page: Page): Promise<string[]> {
  const names: string[] = []
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press('Tab')
    const name = await focused(page)
    if (names.includes(name)) break
    names.push(name)
  }
  return names
}

/**
 * The name of the focused element, also inside shadow roots. The name of an element outside the
 * modal begins with `outside:`.
 */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    if (!element || element === document.body) return 'the browser'
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
    return element.closest('dialog') ? name : `outside: ${name}`
  })
}

test('a visitor connects by keyboard alone, and the focus returns to the button', async ({
  page,
  devnet,
}) => {
  await withoutRelay(page)
  await page.goto(devnet.demo)
  await expect(page.getByRole('button', { name: 'Development wallet' })).toBeVisible()
  await tabTo(page, connectButtonOf(page))
  await page.keyboard.press('Enter')
  const modal = modalOf(page)
  await expect(walletRowOf(modal)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(walletWindowOf(page).getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(modal).toBeHidden()
  await expect(accountButtonOf(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(modal).toHaveAccessibleName('Account')
  await expect(modal.getByRole('button', { name: 'Copy address' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await expect(accountButtonOf(page)).toBeFocused()
})

test('Escape closes the list of wallets, and the focus returns to the button', async ({
  page,
  devnet,
}) => {
  await openConnect(page, `${devnet.demo}/?wallet=approve`)
  await page.keyboard.press('Escape')
  await expect(modalOf(page)).toBeHidden()
  await expect(connectButtonOf(page)).toBeFocused()
})

test('the Tab key stays in the modal and reaches every control in it', async ({ page, devnet }) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  await expect(modal.getByRole('list', { name: 'Tokens' })).toBeVisible()
  // the browser's own controls may come between the last and the first element
  const reached = (await ring(page)).filter((name) => name !== 'the browser')
  expect(reached.toSorted()).toEqual([
    'Address book',
    'Buy',
    'Close',
    'Copy address',
    'Currency',
    'Disconnect',
    'Network: Latchkey Devnet. Change',
    'Permissions',
    'Receive',
    'Send',
    'Swap',
    'Tokens',
    'Wallet: Development wallet. Your wallets',
  ])

  await modal.getByRole('button', { name: /^Network:/ }).press('Enter')
  await expect(modal).toHaveAccessibleName('Choose a network')
  await expect(modal.getByRole('button', { name: 'Latchkey Devnet', exact: true })).toBeFocused()
  expect((await ring(page)).filter((name) => name !== 'the browser').toSorted()).toEqual(
    ['Back', 'Close', 'What is a network?', ...evmChains.map(({ name }) => name)].toSorted(),
  )
  const moved = waitForText(modal, 'You are on Latchkey Devnet 2')
  await modal.getByRole('button', { name: 'Latchkey Devnet 2' }).press('Enter')
  await moved
  await expect(modal).toHaveAccessibleName('Account')
  await modal.getByRole('button', { name: 'Disconnect' }).press('Enter')
  await expect(connectButtonOf(page)).toBeFocused()
})

test('the screen of an unsupported network cannot be closed: the modal shakes, and offers to switch or disconnect', async ({
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  await wander(page)
  // the name, which begins with the account, ends with the state
  await expect(accountButtonOf(page)).toHaveAccessibleName(/Wrong network$/)
  await page.getByRole('banner').getByRole('button', { name: 'Wrong network', exact: true }).click()
  const modal = modalOf(page)
  await expect(modal).toHaveAccessibleName('Network not supported')
  await expect(modal.getByRole('button', { name: 'Close' })).toBeHidden()

  await countShakes(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => shakes(page)).toBe(1)
  await page.keyboard.press('Escape') // browsers treat a second Escape as a forced close
  await expect(modal).toBeVisible()
  const before = await shakes(page)
  await page.mouse.click(10, 10)
  await expect.poll(() => shakes(page)).toBe(before + 1)
  await expect(modal).toHaveAccessibleName('Network not supported')

  await behave(page, 'refuse')
  await modal.getByRole('button', { name: 'Latchkey Devnet', exact: true }).click()
  await expect(modal).toContainText('Rejected in Development wallet')
  await modal.getByRole('button', { name: 'Back' }).click()
  await expect(modal).toHaveAccessibleName('Network not supported')
  await behave(page, 'approve')
  const moved = waitForText(modal, 'You are on Latchkey Devnet')
  await modal.getByRole('button', { name: 'Latchkey Devnet', exact: true }).click()
  await moved
  await expect(accountButtonOf(page)).toBeVisible()
  await expect(modal).toHaveAccessibleName('Account')
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()

  await test.step('disconnecting closes the screen', async () => {
    await wander(page)
    await page
      .getByRole('banner')
      .getByRole('button', { name: 'Wrong network', exact: true })
      .click()
    await modalOf(page).getByRole('button', { name: 'Disconnect' }).press('Enter')
    await expect(modalOf(page)).toBeHidden()
    await expect(connectButtonOf(page)).toBeVisible()
  })
})

/** Counts the animations that scripts of the page start from now on. */
function countShakes(page: Page) {
  return page.evaluate(() => {
    const { animate } = Element.prototype
    Object.assign(window, { shakes: 0 })
    Element.prototype.animate = function (...given) {
      Object.assign(window, { shakes: Number(Reflect.get(window, 'shakes')) + 1 })
      return animate.apply(this, given)
    }
  })
}

const shakes = (page: Page): Promise<number> =>
  page.evaluate(() => Number(Reflect.get(window, 'shakes')))
