/** A browser that loses its network while the modal is open. */
import { expect, test } from '../fixtures/test.ts'
import { amountOf, recipientOf } from '../support/send.ts'
import { openAccount, visitConnected } from '../support/site.ts'
import { openSeenTokens } from '../support/seenTokens.ts'

// the browser itself writes failed requests to the console
test.use({
  isCold: true,
  allowConsole: [/Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_FAILED/],
})

const friend = `0x${'00'.repeat(19)}bb`

test('offline, the last balances stay with their age and a message, and are updated when the network is back', async ({
  page,
  context,
  devnet,
}) => {
  await page.clock.install()
  const { modal, tokens, seen, stale } = await openSeenTokens(page, devnet.demo)

  await context.setOffline(true)
  await expect(async () => {
    await page.clock.runFor(1_000)
    await expect(stale).toContainText(/Seen \d+ (second|minute)s? ago\./, { timeout: 200 })
    await expect(modal.locator('.toasts')).toContainText('Token Balance Unavailable', {
      timeout: 200,
    })
  }).toPass({ intervals: [50] })
  await expect(tokens).toHaveText(seen)

  await context.setOffline(false)
  await expect(async () => {
    await page.clock.fastForward(5_000)
    await expect(stale).toBeHidden({ timeout: 200 })
  }).toPass({ intervals: [50] })
  await expect(tokens.first()).toBeVisible()
})

test('offline without earlier data, the balance is shown as unavailable, and no placeholder stays', async ({
  page,
  context,
  devnet,
}) => {
  await page.route(`${devnet.api}/**`, (route) => route.abort('internetdisconnected'))
  for (const url of Object.values(devnet.chains))
    await page.route(`${url}/**`, (route) => route.abort('internetdisconnected'))
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  await expect(modal).toContainText('Token balance unavailable')
  await page.evaluate(() => localStorage.removeItem('@latchkey/balance-cache'))
  await context.setOffline(true)
  await modal.getByRole('tab', { name: 'Activity' }).click()
  await modal.getByRole('tab', { name: 'Tokens' }).click()
  await expect(modal).toContainText('Token balance unavailable')
  await expect(modal.locator('[aria-busy=true]')).toHaveCount(0)
})

test('offline, the review of a transfer says that it could not be checked', async ({
  page,
  context,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const modal = await openAccount(page)
  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  await amountOf(modal).fill('0.01')
  await recipientOf(modal).fill(friend)
  const review = modal.getByRole('button', { name: 'Review' })
  await expect(review).not.toHaveAttribute('aria-disabled', 'true')
  // opened once with a network, because the screen's code is loaded when it first opens
  await review.click()
  await expect(modal.getByRole('button', { name: /^Send \S/ })).toBeVisible()
  await modal.getByRole('button', { name: 'Back', exact: true }).click()
  await amountOf(modal).fill('0.02')
  await context.setOffline(true)
  await review.click()
  await expect(modal.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(modal.getByRole('button', { name: /^Send \S/ })).toHaveCount(0)
})
