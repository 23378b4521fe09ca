/** The wide modal: Connect and the screen that follows from it, side by side. */
import type { Locator, Page } from '@playwright/test'
import { axe, expect, test } from '../fixtures/test.ts'
import { behave, waitingIn } from '../support/developmentWallet.ts'
import { withOptions } from '../support/options.ts'
import { scan } from '../support/scan.ts'
import { accountButtonOf, modalOf, openAccount, openConnect, walletRowOf } from '../support/site.ts'

const wide = withOptions({ modalSize: 'wide' })
/** The pane beside the list, by the title of its screen. */
const rightPaneOf = (modal: Locator, title: string | RegExp) =>
  modal.getByRole('region', { name: title })
const widthOf = async (modal: Locator) => (await modal.locator('.card').boundingBox())?.width ?? 0
const back = (modal: Locator) => modal.getByRole('button', { name: 'Back', exact: true })
const resize = (page: Page, width: number) => page.setViewportSize({ width, height: 720 })

test('in the wide modal a chosen wallet is shown beside the list, and the visitor can choose another one', async ({
  page,
  devnet,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const modal = await openConnect(page, `${devnet.demo}/?wallet=two&${wide}`)
  await test.step('the explanation of wallets is beside the list, which has the focus', async () => {
    await expect(rightPaneOf(modal, 'What is a wallet?')).toBeVisible()
    await expect(modal.getByRole('list', { name: 'Wallets' })).toHaveAttribute('aria-busy', 'false')
    await expect(modal.getByRole('button', { name: 'What is a wallet?' })).toHaveCount(0)
    await expect(modal.getByRole('button', { name: 'Close' })).toHaveCount(1)
    await expect(modal.locator('.pane').first().locator(':focus')).toHaveCount(1)
    expect(await widthOf(modal)).toBeGreaterThan(700)
    expect(await axe(page)).toEqual([])
  })
  await test.step('“Get a wallet” opens beside the list, and Back returns', async () => {
    await modal.getByRole('button', { name: 'Get a wallet' }).press('Enter')
    await expect(rightPaneOf(modal, 'Get a wallet').locator(':focus')).toHaveCount(1)
    await expect(modal).toHaveAccessibleName('Connect wallet')
    await back(modal).press('Enter')
    await expect(rightPaneOf(modal, 'What is a wallet?')).toBeVisible()
    await expect(modal.getByRole('button', { name: 'Get a wallet' })).toBeFocused()
  })
  await test.step('a choice moves the focus, and Back returns it to the choice', async () => {
    await behave(page, 'hang')
    await walletRowOf(modal).press('Enter')
    await expect(rightPaneOf(modal, 'Connecting')).toContainText('Development wallet')
    await expect(rightPaneOf(modal, 'Connecting').locator(':focus')).toHaveCount(1)
    await expect(walletRowOf(modal)).toHaveAttribute('aria-current', 'true')
    await expect.poll(() => waitingIn(page)).toBe(1)
    expect(await axe(page)).toEqual([])
    await back(modal).press('Enter')
    await expect(walletRowOf(modal)).toBeFocused()
    await expect(walletRowOf(modal)).not.toHaveAttribute('aria-current')
  })
  await test.step('a second press on “All wallets” keeps its screen; choosing a wallet replaces it', async () => {
    const all = modal.getByRole('button', { name: /^All wallets/ })
    await all.click()
    const search = rightPaneOf(modal, 'All wallets').getByRole('searchbox')
    await search.fill('rain')
    await all.click()
    await expect(search).toHaveValue('rain')
    await walletRowOf(modal, /^MetaMask/).click()
    await expect(rightPaneOf(modal, /MetaMask/)).toBeVisible()
    await expect(walletRowOf(modal, /^MetaMask/)).toHaveAttribute('aria-current', 'true')
    await expect(all).not.toHaveAttribute('aria-current')
    await expect(search).toHaveCount(0)
    await back(modal).click()
    await expect(rightPaneOf(modal, 'What is a wallet?')).toBeVisible()
    await expect(walletRowOf(modal, /^MetaMask/)).toBeFocused()
  })
  await test.step('an earlier choice is not marked when another screen is open', async () => {
    await modal.getByRole('button', { name: 'Get a wallet' }).click()
    await expect(rightPaneOf(modal, 'Get a wallet')).toBeVisible()
    await expect(modal.locator('[aria-current]')).toHaveCount(0)
    await back(modal).click()
    await expect(modal.getByRole('button', { name: 'Get a wallet' })).toBeFocused()
  })
  await test.step('a connected visitor sees one pane', async () => {
    await behave(page, 'approve')
    await walletRowOf(modal).click()
    await expect(modal).toBeHidden()
    await openAccount(page)
    await expect(modal.locator('.pane').first()).toBeHidden()
    await expect(modal.getByRole('region', { name: 'Connecting' })).toHaveCount(0)
    expect(await widthOf(modal)).toBe(360)
    expect(await axe(page)).toEqual([])
    await modal.getByRole('button', { name: 'Disconnect' }).click()
    await expect(modal).toBeHidden()
  })
})

test('when the window becomes narrow and wide again, the wide modal keeps the chosen wallet and the input', async ({
  page,
  mailed,
}) => {
  await resize(page, 719)
  const modal = await openConnect(page, `${mailed.demo}/?wallet=two&theme=light&${wide}`)
  const email = modal.getByRole('textbox', { name: 'E-mail address' })
  await test.step('in a narrow window the modal has one pane', async () => {
    await expect(modal.getByRole('region')).toHaveCount(0)
    await expect(modal.getByRole('button', { name: 'What is a wallet?' })).toBeVisible()
    expect(await widthOf(modal)).toBe(360)
    await email.fill('ada@exam')
    await resize(page, 720)
    await expect(rightPaneOf(modal, 'What is a wallet?')).toBeVisible()
    await expect(email).toHaveValue('ada@exam')
    await expect(email).toBeFocused()
  })
  await test.step('the code does not change', async () => {
    await walletRowOf(modal, /^WalletConnect/).click()
    await expect(modal.getByRole('img', { name: /^QR code/ })).toBeVisible()
    const code = await scan(page)
    await resize(page, 600)
    await expect(modal).toHaveAccessibleName('Scan with your wallet')
    await expect(email).toBeHidden()
    expect(await axe(page)).toEqual([])
    expect(await scan(page)).toBe(code)
    await resize(page, 900)
    await expect(modal).toHaveAccessibleName('Connect wallet')
    expect(await scan(page)).toBe(code)
    await email.focus()
    await resize(page, 600)
    await expect(modal.locator('.pane').last().locator(':focus')).toHaveCount(1)
    await back(modal).click()
    await expect(modal).toHaveAccessibleName('Connect wallet')
    await expect(walletRowOf(modal, /^WalletConnect/)).toBeFocused()
    await expect(email).toHaveValue('ada@exam')
  })
  await test.step('a code from an e-mail is entered beside the list', async () => {
    await resize(page, 1024)
    await email.fill('wide@example.org')
    await email.press('Enter')
    await expect(modal.getByRole('textbox', { name: 'Code from the e-mail' })).toBeFocused()
    expect(await axe(page)).toEqual([])
    await page.keyboard.type(await mailed.codeTo('wide@example.org'))
    await expect(accountButtonOf(page)).toBeVisible()
    await expect(modal).toBeHidden()
  })
})

test('in the wide modal terms have to be accepted first, a sign-in has one pane, and in right-to-left languages the list is on the right', async ({
  page,
  devnet,
  pages,
}) => {
  await test.step('terms', async () => {
    const modal = await openConnect(
      page,
      `${devnet.demo}/?wallet=approve&siwx=required&${withOptions({ modalSize: 'wide', termsConditionsUrl: 'https://ferrylane.example.org/terms', features: { legalCheckbox: true } })}`,
    )
    await modal.getByRole('checkbox').check()
    await expect(rightPaneOf(modal, 'What is a wallet?')).toBeVisible()
    expect(await axe(page)).toEqual([])
    await behave(page, 'hang')
    await walletRowOf(modal).click()
    await expect(rightPaneOf(modal, 'Connecting')).toBeVisible()
    await modal.getByRole('checkbox').uncheck()
    // the right pane no longer shows the chosen wallet, and the locked list takes no focus
    await expect(rightPaneOf(modal, 'What is a wallet?')).toBeVisible()
    await expect(
      modal.getByRole('checkbox').or(modal.locator('.legal-gate')).and(modal.locator(':focus')),
    ).toHaveCount(1)
    await modal.getByRole('checkbox').check()
    await behave(page, 'approve')
    await walletRowOf(modal).click()
    await expect(modal.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(modal.getByRole('region')).toHaveCount(0)
    expect(await widthOf(modal)).toBe(360)
    await modal.getByRole('button', { name: 'Sign in' }).click()
    await expect(modal).toBeHidden()
    await expect(accountButtonOf(page)).toBeVisible()
    await page.evaluate(() => localStorage.clear())
  })
  await test.step('for a screen that needs a connection Connect has two panes, and then that screen opens', async () => {
    await page.goto(`${pages}/hooks.html?wide`)
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
    await page.evaluate(() => void window.kit.open({ view: 'WalletReceive' }).catch(() => {}))
    const modal = modalOf(page)
    await expect(rightPaneOf(modal, 'What is a wallet?')).toBeVisible()
    await modal.getByRole('button', { name: 'Get a wallet' }).click()
    await expect(rightPaneOf(modal, 'Get a wallet')).toBeVisible()
    await back(modal).click()
    await walletRowOf(modal).click()
    await expect(modal).toHaveAccessibleName('Receive')
    await expect(modal.getByRole('region')).toHaveCount(0)
    await page.evaluate(() => localStorage.clear())
  })
  await test.step('in a right-to-left language the list is on the right', async () => {
    await page.goto(
      `${devnet.demo}/?wallet=two&${withOptions({ modalSize: 'wide', locale: 'fa' })}`,
    )
    await page.getByRole('banner').getByRole('button').last().click()
    const [list, rightPane] = [page.locator('.pane').first(), page.locator('.pane').last()]
    await expect(rightPane).toBeVisible()
    expect((await list.boundingBox())?.x ?? 0).toBeGreaterThan(
      (await rightPane.boundingBox())?.x ?? 0,
    )
    expect(await axe(page)).toEqual([])
  })
})
