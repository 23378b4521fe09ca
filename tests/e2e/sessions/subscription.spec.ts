/** A visitor with an e-mail account lets the bakery charge a loaf each day, and ends it. */
import { expect, test } from '../fixtures/test.ts'
import { readToEnd } from '../support/approvals.ts'
import {
  askForPermission,
  allowPermission,
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
    await expect(frame.getByText(/^120 \P{L}?USDC/u)).toBeVisible() // 30 days
    const end = frame.getByLabel('Ends', { exact: true })
    const old = Date.parse(`${await end.inputValue()}Z`)
    await end.fill(new Date(old - 6 * 20_000).toISOString().slice(0, 19))
    await expect(frame.getByText(/^96 \P{L}?USDC/u)).toBeVisible() // 24 days
    await allowPermission(frame)
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
