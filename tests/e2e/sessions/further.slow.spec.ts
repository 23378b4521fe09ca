/** Further paths of the subscription: lost answers, the keyboard, the settings, other wallets. */
import { createTestClient, http } from 'viem'
import { addressOf } from '../../../devnet/src/accounts.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { readToEnd } from '../support/approvals.ts'
import { accountButtonOf, connect, modalOf } from '../support/site.ts'
import {
  allowPermission,
  askForPermission,
  enterUntil,
  logInWithFunds,
  openWalletSettings,
  pressUntilFocused,
  subscriptionOf,
  walletOf,
} from '../support/subscriber.ts'

test.setTimeout(300_000)
// the browser writes every failed answer to the console
test.use({ allowConsole: [/400 |404 |502 |ERR_FAILED|ERR_CONNECTION_REFUSED/] })

test('a permission that the bakery did not get is not asked for twice', async ({
  page,
  mailed,
  devnet,
}) => {
  const email = 'forgetful@example.org'
  const { holdings } = await logInWithFunds(page, { mailed, devnet, email })
  const subscriptions = `${mailed.bakery.url}/subscriptions`
  await page.route(subscriptions, (route) => route.abort())
  await allowPermission(await askForPermission(page))
  const card = subscriptionOf(page)
  await expect(card.getByText('The bakery does not answer.')).toBeVisible({ timeout: 60_000 })
  expect(await holdings()).toBe(100)

  await page.unroute(subscriptions)
  await card.getByRole('button', { name: 'Subscribe for 4 USDC a loaf' }).click()
  // without a screen of the wallet
  await expect(card.getByText('Loaves so far')).toBeVisible({ timeout: 30_000 })
  await expect.poll(holdings, { timeout: 60_000 }).toBe(96)
})

test('by keyboard alone a visitor gives a permission, and ends it in the wallet’s settings', async ({
  page,
  mailed,
  devnet,
}) => {
  const email = 'keys@example.org'
  const { holdings } = await logInWithFunds(page, { mailed, devnet, email })
  const card = subscriptionOf(page)
  const frame = walletOf(page)

  await test.step('the permission', async () => {
    await expect(modalOf(page)).toBeHidden()
    await pressUntilFocused(page, 'Tab', card.getByRole('combobox', { name: 'For how long' }))
    await page.keyboard.press('ArrowDown') // 30 days
    const subscribe = card.getByRole('button', { name: 'Subscribe for 4 USDC a loaf' })
    await pressUntilFocused(page, 'Tab', subscribe)
    await page.keyboard.press('Enter')
    await expect(frame.getByText('Scroll to the end to go on.')).toBeVisible({ timeout: 30_000 })
    const body = frame.locator('.screen-body')
    await pressUntilFocused(page, 'Tab', body)
    const allow = frame.getByRole('button', { name: 'Allow', exact: true })
    await expect(async () => {
      await page.keyboard.press('PageDown')
      await expect(allow).not.toHaveAttribute('aria-disabled', { timeout: 300 })
    }).toPass({ timeout: 60_000 })
    await pressUntilFocused(page, 'Tab', allow)
    await page.keyboard.press('Enter')
    await expect(card.getByText('Loaves so far')).toBeVisible({ timeout: 60_000 })
    await expect.poll(holdings, { timeout: 60_000 }).toBe(96)
    expect(await axe(page)).toEqual([])
  })

  await test.step('its end', async () => {
    await openWalletSettings(page)
    const permission = frame.getByRole('button', { name: /localhost.*Up to/s })
    await enterUntil(page, frame.getByRole('button', { name: /^Permissions/ }), permission)
    const end = frame.getByRole('button', { name: 'End this permission' })
    await enterUntil(page, permission, end)
    const sure = frame.getByRole('button', { name: 'End it' })
    await enterUntil(page, end, sure)
    await expect(sure).not.toHaveAttribute('aria-disabled', { timeout: 30_000 })
    await enterUntil(page, sure, frame.getByText('It has ended, and no site can use it any more.'))
    const left = await holdings()
    await expect(card.getByText('You ended the permission.')).toBeVisible({ timeout: 90_000 })
    expect(await holdings()).toBe(left)
  })
})

test('a visitor ends a permission in Account', async ({ page, mailed, devnet }) => {
  const email = 'account@example.org'
  const { holdings } = await logInWithFunds(page, { mailed, devnet, email })
  await allowPermission(await askForPermission(page))
  const card = subscriptionOf(page)
  await expect(card.getByText('Loaves so far')).toBeVisible({ timeout: 60_000 })
  await accountButtonOf(page).click()
  const modal = modalOf(page)
  await modal.getByRole('button', { name: 'Permissions' }).click({ timeout: 60_000 })
  await modal.getByRole('button', { name: /Up to .*USDC/ }).click({ timeout: 60_000 })
  await modal.getByRole('button', { name: 'End this permission' }).click()
  await expect(modal.getByRole('button', { name: 'Keep' })).toBeVisible()
  await modal.getByRole('button', { name: 'End this permission' }).click()
  const frame = walletOf(page)
  await expect(frame.getByRole('heading', { name: 'End a permission' })).toBeVisible({
    timeout: 30_000,
  })
  await readToEnd(frame)
  const end = frame.getByRole('button', { name: 'End it' })
  await expect(end).not.toHaveAttribute('aria-disabled', { timeout: 30_000 })
  await end.click()
  await expect(modal.getByText('Ended by you').first()).toBeVisible({ timeout: 60_000 })
  const left = await holdings()
  await modal.getByRole('button', { name: 'Close' }).click()
  await expect(card.getByText('You ended the permission.')).toBeVisible({ timeout: 90_000 })
  expect(await holdings()).toBe(left)
})

test('a wallet of the browser that grants by itself subscribes and ends the subscription', async ({
  page,
  devnet,
}) => {
  const address = addressOf('everyday user')
  const node = createTestClient({ mode: 'anvil', transport: http(devnet.chains['eip155:31337']) })
  try {
    await connect(page, `${devnet.demo}?wallet=approve&wallet-grants=today`)
    const card = subscriptionOf(page)
    await card.getByRole('button', { name: 'Subscribe for 4 USDC a loaf' }).click()
    await expect(card.getByText('Loaves so far')).toBeVisible({ timeout: 60_000 })
    await expect(card.getByRole('definition').first()).toHaveText('1', { timeout: 60_000 })
    await card.getByRole('button', { name: 'End the subscription' }).click()
    await expect(card.getByText(/^Ended\./)).toBeVisible({ timeout: 60_000 })
    await expect(card.getByText('You ended the permission.')).toBeVisible({ timeout: 120_000 })
  } finally {
    await node.setCode({ address, bytecode: '0x' }) // later tests expect an ordinary account
  }
})

test('a wallet that knows only the form of 2024 is not asked for what that form can’t express', async ({
  page,
  devnet,
}) => {
  await connect(page, `${devnet.demo}?wallet=approve&wallet-grants=2024`)
  const card = subscriptionOf(page)
  await card.getByRole('button', { name: 'Subscribe for 4 USDC a loaf' }).click()
  await expect(card.getByRole('status')).toHaveAttribute('data-status', 'failed')
  await expect(card.getByRole('button', { name: 'Subscribe for 4 USDC a loaf' })).toBeEnabled()
})
