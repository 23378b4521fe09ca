/** A visitor with an e-mail account lets the bakery charge a loaf each day, and ends it. */
import { expect, test } from '../fixtures/test.ts'
import { readToEnd } from '../support/approvals.ts'
import {
  askForPermission,
  givePermission,
  loavesOn,
  logInWithFunds,
  subscriptionOf,
  walletOf,
} from '../support/subscriber.ts'

test.setTimeout(240_000)
// the browser writes every failed answer to the console
test.use({ allowConsole: [/400 |404 |502 |ERR_FAILED|ERR_CONNECTION_REFUSED/] })

test('a subscription is paid while its tab is closed, until the visitor ends it', async ({
  page,
  context,
  mailed,
  devnet,
}) => {
  const email = 'subscriber@example.org'
  const { holdings, isSmart } = await logInWithFunds(page, { mailed, devnet, email })

  await test.step('the wallet says what the site may take, and the visitor lowers it', async () => {
    const frame = await askForPermission(page)
    await expect(frame.getByText(/^Up to \P{L}?5 \P{L}?USDC\P{L}? every \P{L}?20/u)).toBeVisible()
    await frame.getByText('Change the limits').click()
    const amount = frame.getByRole('textbox', { name: /^Amount in \P{L}?USDC/u })
    await amount.fill('6')
    await expect(frame.getByText(/^You can only lower it: \P{L}?5/u)).toBeVisible()
    await amount.fill('4')
    await expect(frame.getByText(/^Up to \P{L}?4 \P{L}?USDC\P{L}? every \P{L}?20/u)).toBeVisible()
    // 7 days of 20 s
    await expect(frame.getByText(/^28 \P{L}?USDC/u)).toBeVisible()
    await givePermission(frame)
    await expect(subscriptionOf(page).getByText('Loaves so far')).toBeVisible({ timeout: 60_000 })
    expect(await isSmart()).toBe(true)
  })

  await test.step('the bakery comes while no tab is open, and after its own restart', async () => {
    await page.close()
    await expect.poll(holdings, { timeout: 60_000 }).toBe(96)
    await mailed.bakery.restart()
    await expect.poll(holdings, { timeout: 60_000 }).toBe(92)
  })

  const later = await context.newPage()
  await test.step('the next visit shows the loaves', async () => {
    await later.goto(mailed.demo)
    await expect.poll(() => loavesOn(later), { timeout: 30_000 }).toBeGreaterThanOrEqual(2)
    const card = subscriptionOf(later)
    await expect(card.getByRole('button', { name: 'End the subscription' })).toBeVisible()
  })

  await test.step('the visitor ends it, and the network refuses the next loaf', async () => {
    const card = subscriptionOf(later)
    await card.getByRole('button', { name: 'End the subscription' }).click()
    const frame = walletOf(later)
    await expect(frame.getByRole('heading', { name: 'End a permission' })).toBeVisible({
      timeout: 30_000,
    })
    await expect(frame.getByText(/^Up to \P{L}?4 \P{L}?USDC/u)).toBeVisible()
    await readToEnd(frame)
    const end = frame.getByRole('button', { name: 'End it' })
    await expect(end).not.toHaveAttribute('aria-disabled', { timeout: 30_000 })
    await end.click()
    await expect(card.getByText(/^Ended\./)).toBeVisible({ timeout: 60_000 })
    const left = await holdings()
    await expect(card.getByText('You ended the permission.')).toBeVisible({ timeout: 60_000 })
    expect(await holdings()).toBe(left)
  })
})

test('a permission that the bakery did not get is not asked for twice', async ({
  page,
  mailed,
  devnet,
}) => {
  const email = 'forgetful@example.org'
  const { holdings } = await logInWithFunds(page, { mailed, devnet, email })
  const subscriptions = `${mailed.bakery.url}/subscriptions`
  await page.route(subscriptions, (route) => route.abort())
  // long enough that the wallet gives the same permission again
  await subscriptionOf(page).getByRole('combobox', { name: 'For how long' }).selectOption('30 days')
  await givePermission(await askForPermission(page))
  const card = subscriptionOf(page)
  await expect(card.getByText('The bakery does not answer.')).toBeVisible({ timeout: 60_000 })
  expect(await holdings()).toBe(100)

  await page.unroute(subscriptions)
  await card.getByRole('button', { name: 'Subscribe for 4 USDC a loaf' }).click()
  // without a screen of the wallet
  await expect(card.getByText('Loaves so far')).toBeVisible({ timeout: 30_000 })
  await expect.poll(holdings, { timeout: 60_000 }).toBe(96)
})
