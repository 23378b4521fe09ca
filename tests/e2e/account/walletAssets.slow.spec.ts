/** An account's holdings, reported by its wallet (EIP-7811) instead of the API. */
import type { Page } from '@playwright/test'
import { readDeployment } from '../../../devnet/src/readDeployment.ts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { expect, test } from '../fixtures/test.ts'
import { openAccount, visitConnected } from '../support/site.ts'

// the browser itself writes failed requests to the console
test.use({ allowConsole: [/404/] })

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const { address, name, symbol, decimals } = readDeployment(31_337).tokens.find(
  (token) => token.symbol === 'USDC',
) ?? { address: '0x', name: '', symbol: '', decimals: 0 }
const dollars = { address, name, symbol, decimals, price: 1 }

/** The URL of the demo with a wallet that approves, and reports these tokens. */
const siteWith = ({ demo }: Addresses, tokens: readonly object[]) =>
  `${demo}/?wallet=approve&wallet-assets=${encodeURIComponent(JSON.stringify({ 31337: tokens }))}`

/**
 * Counts the API's requests for the account's balance in dollars. `answers`: whether the API has
 * the balance.
 */
async function watchApi(page: Page, { api }: Addresses, answers: boolean) {
  const requests = { times: 0 }
  await page.route(`${api}/v1/account/${owner}/balance?**currency=usd**`, (route) => {
    requests.times++
    return answers
      ? route.fallback()
      : route.fulfill({ status: 404, headers: { 'access-control-allow-origin': '*' }, json: {} })
  })
  return requests
}

const listed = (page: Page) =>
  page.locator('[data-latchkey]').getByRole('list', { name: 'Tokens' }).getByRole('listitem')

test('if the API has no tokens of a network, the tokens that the wallet reports are shown, and the API gets no further request for that network', async ({
  page,
  devnet,
}) => {
  await page.clock.install()
  const requests = await watchApi(page, devnet, false)
  await visitConnected(page, siteWith(devnet, [dollars]))
  const modal = await openAccount(page)
  await expect(listed(page)).toHaveCount(2)
  await expect(listed(page).first()).toContainText('USDC')
  await expect(listed(page).last()).toContainText('ETH')
  const before = requests.times
  await modal.getByRole('button', { name: 'Close' }).click()
  const apiRequest = page.waitForRequest(
    (request) =>
      request.url().startsWith(devnet.chains['eip155:31337'] ?? '') &&
      /eth_call/.test(request.postData() ?? ''),
  )
  await page.clock.fastForward(31_000) // the reported data is outdated then
  await openAccount(page)
  await apiRequest // the wallet reads the chain itself and reports the tokens
  await expect(listed(page)).toHaveCount(2)
  expect(requests.times).toBe(before)
})

test('invalid tokens that a wallet reports are ignored', async ({ page, devnet }) => {
  const requests = await watchApi(page, devnet, true)
  // without its cache, the kit requests the balances again at every visit
  await page.addInitScript(() => localStorage.removeItem('@latchkey/balance-cache'))
  for (const [title, wrong] of [
    ['decimals that are no number', { ...dollars, decimals: '6' }],
    ['a price that is none', { ...dollars, price: 'one' }],
    ['a token that is no contract', { ...dollars, address: owner }],
    ['no name', { ...dollars, name: undefined }],
  ] as const)
    await test.step(title, async () => {
      requests.times = 0
      await visitConnected(page, siteWith(devnet, [wrong]))
      const modal = await openAccount(page)
      await expect(listed(page).filter({ hasText: 'WBTC' })).toHaveCount(1)
      await expect(modal).not.toContainText('Token balance unavailable')
      expect(requests.times).toBeGreaterThan(0)
    })
})
