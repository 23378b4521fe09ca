/** Where the keyboard focus goes when its element is removed, and when a visitor goes back. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { behave, waitingIn } from '../support/developmentWallet.ts'
import { script, startPhone } from '../support/phone.ts'
import { openCode, scan } from '../support/scan.ts'
import { amountOf, recipientOf, sendButtonOf, sendFromAccount } from '../support/send.ts'
import {
  accountButtonOf,
  connectButtonOf,
  modalOf,
  openAccount,
  openConnect,
  visitConnected,
  walletRowOf,
  walletWindowOf,
} from '../support/site.ts'

const retryOf = (modal: Locator) => modal.getByRole('button', { name: 'Try again' })
const titleOf = (modal: Locator) => modal.getByRole('heading', { level: 2 })

/**
 * Waits until the code that accompanies the modal is loaded, because that code preserves the focus.
 */
const accompanied = (modal: Locator) => expect(modal.locator('.toasts')).toBeAttached()

/**
 * Presses a control by keyboard, waits for the screen that it opens, and goes back. Expects the
 * focus on the control again.
 */
async function thereAndBack(page: Page, control: Locator, title: string | RegExp) {
  const modal = modalOf(page)
  const from = (await titleOf(modal).textContent()) ?? ''
  await control.press('Enter')
  await expect(modal).toHaveAccessibleName(title)
  await modal.getByRole('button', { name: 'Back', exact: true }).press('Enter')
  await expect(modal).toHaveAccessibleName(from)
  await expect(control).toBeFocused()
}

test('while connecting, the keyboard focus is at the right control', async ({ page, devnet }) => {
  const modal = await openConnect(page, `${devnet.demo}/?wallet=hang`)
  await accompanied(modal)
  await test.step('Back returns the focus to the control that was pressed: before connecting', async () => {
    await expect(modal.getByRole('list', { name: 'Wallets' })).toHaveAttribute('aria-busy', 'false')
    await thereAndBack(
      page,
      modal.getByRole('button', { name: 'What is a wallet?' }),
      'What is a wallet?',
    )
    const all = modal.getByRole('button', { name: /^All wallets/ })
    await thereAndBack(page, all, 'All wallets')
    await all.press('Enter')
    await thereAndBack(page, modal.getByRole('button', { name: 'Rainbow', exact: true }), 'Rainbow')
    await modal.getByRole('button', { name: 'Back', exact: true }).press('Enter')
    await expect(all).toBeFocused()
    await thereAndBack(page, walletRowOf(modal), 'Connecting')
    await page.keyboard.press('Escape')
  })
  await test.step('Back returns the focus to the control that was pressed: by pointer, and only where Back was pressed', async () => {
    await connectButtonOf(page).click()
    await modal.getByRole('button', { name: 'What is a wallet?' }).click()
    await modal.getByRole('button', { name: 'Get a wallet' }).click()
    await expect(modal).toHaveAccessibleName('Get a wallet')
    await modal.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(modal.getByRole('button', { name: 'Get a wallet' })).toBeFocused()
    await modal.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(modal.getByRole('button', { name: 'What is a wallet?' })).toBeFocused()
    await page.keyboard.press('Escape')
    await connectButtonOf(page).click()
    await expect(
      modal.getByRole('list', { name: 'Wallets' }).getByRole('button').first(),
    ).toBeFocused()
  })
  await test.step('after a refusal the focus is on the retry, then on the title, and on the retry again', async () => {
    await behave(page, 'refuse')
    await walletRowOf(modal).press('Enter')
    await expect(retryOf(modal)).toBeFocused()
    await behave(page, 'hang')
    await page.keyboard.press('Enter')
    await expect(modal).toContainText('Continue in Development wallet')
    await expect(titleOf(modal)).toBeFocused()
    await expect.poll(() => waitingIn(page)).toBe(1)
    await behave(page, 'refuse')
    await expect(retryOf(modal)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(connectButtonOf(page)).toBeFocused()
  })
  await test.step('an element that the visitor has focused keeps the focus when the screen changes', async () => {
    await behave(page, 'hang')
    await connectButtonOf(page).click()
    await walletRowOf(modal).press('Enter')
    await expect.poll(() => waitingIn(page)).toBe(1)
    await modal.getByRole('button', { name: 'Close' }).focus()
    await behave(page, 'refuse')
    await expect(retryOf(modal)).toBeVisible()
    await expect(modal.getByRole('button', { name: 'Close' })).toBeFocused()
  })
})

test('a refusal in the wallet’s own window moves the focus to the retry', async ({
  page,
  devnet,
}) => {
  const modal = await openConnect(page, devnet.demo)
  await walletRowOf(modal).press('Enter')
  for (const _try of [1, 2]) {
    await walletWindowOf(page).getByRole('button', { name: 'Refuse' }).press('Enter')
    await expect(retryOf(modal)).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await walletWindowOf(page).getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(modal).toBeHidden()
  await expect(accountButtonOf(page)).toBeFocused()
})

test.describe('without a network', () => {
  // the browser itself writes this error for pictures that were loading
  test.use({ allowConsole: [/ERR_INTERNET_DISCONNECTED/] })

  test('a phone’s refusal moves the focus to the retry, and the retry or a returned network moves it to the next code', async ({
    page,
    context,
    browser,
    devnet,
  }) => {
    const phone = await startPhone(browser, devnet)
    await openCode(page, devnet)
    const modal = modalOf(page)
    const copy = modal.getByRole('button', { name: 'Copy link' })
    await expect(copy).toBeFocused()
    await script(phone, 'pair', await scan(page))
    await script(phone, 'refuse')
    await expect(retryOf(modal)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(copy).toBeFocused()
    await context.setOffline(true)
    await expect(retryOf(modal)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(retryOf(modal)).toBeFocused()
    await context.setOffline(false)
    await expect(copy).toBeFocused()
  })
})

test('when connected, the keyboard focus is at the right control', async ({ page, devnet }) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  await test.step('a message takes no focus, and the tabs keep theirs', async () => {
    await modal.getByRole('button', { name: 'Copy address' }).press('Enter')
    await expect(modal.getByText('Address copied')).toBeVisible()
    await expect(modal.getByRole('button', { name: 'Copy address' })).toBeFocused()
    await modal.getByRole('tab', { name: 'Tokens' }).focus()
    for (const name of ['NFTs', 'Activity', 'Tokens']) {
      await page.keyboard.press('ArrowRight')
      await expect(modal.getByRole('tab', { name, selected: true })).toBeFocused()
    }
    await expect(modal.getByRole('list', { name: 'Tokens' })).toContainText('USD Coin')
    await expect(modal.getByRole('tab', { name: 'Tokens' })).toBeFocused()
  })
  await test.step('Back returns the focus to the control that was pressed: when connected', async () => {
    const button = (name: string | RegExp) => modal.getByRole('button', { name })
    await thereAndBack(page, button(/^Network:/), 'Choose a network')
    await thereAndBack(page, button(/^Wallet:/), 'Your wallets')
    await thereAndBack(page, button('Address book'), 'Address book')
    await thereAndBack(page, button(/^Send$/), 'Send')
    await thereAndBack(page, button('Receive'), 'Receive')
  })
  await test.step('the steps of sending keep the focus at the right control', async () => {
    await sendFromAccount(modal)
    await thereAndBack(page, modal.getByRole('button', { name: /^Token: / }), 'Choose a token')
    await amountOf(modal).fill('0.001')
    await recipientOf(modal).fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    await thereAndBack(page, modal.getByRole('button', { name: 'Review' }), 'Review')
    await page.keyboard.press('Enter')
    await behave(page, 'refuse')
    await sendButtonOf(modal).press('Enter')
    await expect(retryOf(modal)).toBeFocused()
    await behave(page, 'approve')
    await page.keyboard.press('Enter')
    await expect(modal.getByRole('button', { name: 'Done' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(modal).toHaveAccessibleName('Account')
  })
  await test.step('a refused network moves the focus to the retry', async () => {
    await behave(page, 'refuse')
    await modal.getByRole('button', { name: /^Network:/ }).press('Enter')
    await modal.getByRole('button', { name: 'Latchkey Devnet 2' }).press('Enter')
    await expect(retryOf(modal)).toBeFocused()
    await behave(page, 'hang')
    await page.keyboard.press('Enter')
    await expect(titleOf(modal)).toBeFocused()
    await expect.poll(() => waitingIn(page)).toBe(1)
    await behave(page, 'refuse')
    await expect(retryOf(modal)).toBeFocused()
  })
})
