/** Buying bitcoins of the sandbox, on a site with Bitcoin alone. */
import type { Locator, Page } from '@playwright/test'
import type { BitcoinChain } from '../../../devnet/src/bitcoin/startBitcoinChain.ts'
import { bitcoinAccounts } from '../../../packages/kit/src/testing/bitcoin/bitcoinAccounts.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { boughtIn, buyFromAccount, pay, toCheckout } from '../support/buy.ts'
import { startBitcoinShop } from '../support/bitcoinShop.ts'
import { modalOf } from '../support/site.ts'

test.setTimeout(150_000)
// names and pictures of tokens, which the API does not have on Bitcoin
test.use({ allowConsole: [/40[04]/] })

const me = bitcoinAccounts(1)[0]?.payment.address ?? ''

let chain: BitcoinChain
let shop: Awaited<ReturnType<typeof startBitcoinShop>>
test.beforeAll(async () => {
  const { startBitcoinChain } = await import('../../../devnet/src/bitcoin/startBitcoinChain.ts')
  chain = await startBitcoinChain({ isHeld: true })
  shop = await startBitcoinShop(chain)
})
test.afterAll(async () => {
  await shop.close()
  await chain.close()
})

async function connect(page: Page, pages: string, api: string): Promise<Locator> {
  const query = new URLSearchParams({ node: chain.url, wallet: 'satsConnect', api })
  await page.goto(`${pages}/bitcoin.html?${query}`)
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  const modal = modalOf(page)
  await modal
    .getByRole('button', { name: /test wallet/i })
    .first()
    .click()
  await expect(modal).toBeHidden()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account / })
    .click()
  await expect(modal).toHaveAccessibleName('Account')
  return modal
}

const received = async () => {
  const answer = await fetch(`${chain.url}/address/${me}`)
  const { chain_stats }: { chain_stats: { funded_txo_sum: number } } = await answer.json()
  return chain_stats.funded_txo_sum
}

test('bought bitcoins arrive at the payment address, in the shown amount', async ({
  page,
  pages,
}) => {
  const before = await received()
  const modal = await connect(page, pages, shop.api)
  await buyFromAccount(modal)
  await expect(modal).toContainText('BTC')
  expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
  const checkout = await toCheckout(page, modal)
  await expect(checkout.getByText(me.slice(-6)).first()).toBeVisible()
  await pay(checkout)
  await expect
    .poll(async () => {
      chain.mine()
      return (await received()) > before
    })
    .toBe(true)
  const amount = await boughtIn(modal)
  const gained = (await received()) - before
  expect(Math.abs(gained / 1e8 - Number(amount))).toBeLessThan(0.0001)
  await checkout.close()
  await modal.getByRole('button', { name: 'Done' }).click()
  await modal.getByRole('tab', { name: 'Activity' }).click()
  await expect(modal.getByRole('button', { name: /Bought.*BTC/ }).first()).toBeVisible()
})

test('buying is not offered where the API lists no seller of bitcoins', async ({ page, pages }) => {
  const modal = await connect(page, pages, shop.apiWithoutSeller)
  await expect(modal.getByRole('button', { name: 'Receive', exact: true })).toBeVisible()
  await expect(modal.getByRole('list', { name: 'Tokens' })).toContainText('BTC')
  await expect(modal.getByRole('button', { name: 'Buy', exact: true })).toHaveCount(0)
})
