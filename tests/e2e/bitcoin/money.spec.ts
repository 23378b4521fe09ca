/** Money on Bitcoin, on a site with Bitcoin alone: the screens, with wallets of two interfaces. */
import type { Locator, Page } from '@playwright/test'
import type { BitcoinChain } from '../../../devnet/src/bitcoin/startBitcoinChain.ts'
import { bitcoinAccounts } from '../../../packages/kit/src/testing/bitcoin/bitcoinAccounts.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { readCode } from '../support/readCode.ts'
import { amountOf, recipientOf, sendButtonOf } from '../support/send.ts'
import { modalOf } from '../support/site.ts'

test.setTimeout(120_000)
// a node answers 404 for a transaction that another one has replaced
test.use({ allowConsole: [/404/] })

const accounts = bitcoinAccounts(3)
const friend = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

let chain: BitcoinChain
test.beforeAll(async () => {
  const { startBitcoinChain } = await import('../../../devnet/src/bitcoin/startBitcoinChain.ts')
  chain = await startBitcoinChain({ isHeld: true })
})
test.afterAll(() => chain.close())

/** Opens the page with a wallet, and connects it. */
async function connect(page: Page, pages: string, wallet: string, account = 0): Promise<Locator> {
  const query = new URLSearchParams({ node: chain.url, wallet, account: String(account) })
  await page.goto(`${pages}/bitcoin.html?${query}`)
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  const modal = modalOf(page)
  await modal
    .getByRole('button', { name: /test wallet|UniSat|Leather/i })
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

const paidTo = async (address: string) => {
  const answer = await fetch(`${chain.url}/address/${address}`)
  const { chain_stats, mempool_stats } = (await answer.json()) as {
    [part in 'chain_stats' | 'mempool_stats']: { funded_txo_sum: number }
  }
  return chain_stats.funded_txo_sum + mempool_stats.funded_txo_sum
}

test('a payment with a chosen speed, sped up, and followed until it is confirmed', async ({
  page,
  pages,
}) => {
  const me = accounts[0]?.payment.address ?? ''
  chain.fund(me, 2_000_000)
  chain.fund(me, 546)
  const before = await paidTo(friend)
  const modal = await connect(page, pages, 'standard')

  await test.step('the account shows its bitcoin, and no screen that nothing serves', async () => {
    await expect(modal.getByRole('list', { name: 'Tokens' })).toContainText(/0\.\d+ BTC/)
    await expect(modal).toContainText('Only the addresses that your wallet shares')
    for (const name of ['Swap', 'Buy'])
      await expect(modal.getByRole('button', { name, exact: true })).toHaveCount(0)
  })
  await test.step('the review shows the fee, the speeds and what stays', async () => {
    await modal.getByRole('button', { name: 'Send', exact: true }).click()
    await amountOf(modal).fill('0.001')
    await recipientOf(modal).fill(friend.toUpperCase())
    await modal.getByRole('button', { name: 'Review' }).click()
    await expect(modal).toContainText('sat/vB')
    await expect(modal).toContainText('Small coins that may be collectibles are not spent.')
    await expect(modal.getByRole('radiogroup', { name: 'Speed' })).toBeVisible()
    await modal.getByRole('radio', { name: /^Slow/ }).check()
    await expect(modal.getByRole('radio', { name: /^Slow/ })).toBeChecked()
    await expect(sendButtonOf(modal)).toBeEnabled()
    expect(await axe(page)).toEqual([])
    await sendButtonOf(modal).click()
    await expect(modal).toContainText('On its way')
    expect(await paidTo(friend)).toBe(before + 100_000)
  })
  await test.step('the waiting transaction can be sped up', async () => {
    await modal.getByRole('button', { name: 'Done' }).click()
    await modal.getByRole('tab', { name: 'Activity' }).click()
    await modal.getByRole('button', { name: /Sent/ }).first().click()
    await expect(modal.getByRole('button', { name: 'Cancel payment' })).toBeVisible()
    await modal.getByRole('button', { name: 'Speed up' }).click()
    await expect(modal).toContainText('New fee')
    expect(await axe(page)).toEqual([])
    await modal.getByRole('button', { name: 'Speed up', exact: true }).click()
    await expect(modal).toHaveAccessibleName('Account')
    await expect(modal.getByRole('button', { name: /Sent/ })).toHaveCount(2)
    expect(await paidTo(friend)).toBe(before + 100_000)
  })
  await test.step('a block has one of the two', async () => {
    chain.mine()
    await expect(modal.getByRole('button', { name: /Replaced/ })).toHaveCount(1)
    await expect(modal.getByRole('button', { name: /Pending/ })).toHaveCount(0)
    await modal
      .getByRole('button', { name: /^Sent(?!.*Replaced)/ })
      .first()
      .click()
    await expect(modal).toContainText('Confirmations')
    expect(await paidTo(friend)).toBe(before + 100_000)
  })
})

test('a payment is cancelled', async ({ page, pages }) => {
  const me = accounts[1]?.payment.address ?? ''
  chain.fund(me, 500_000)
  const before = await paidTo(friend)
  const modal = await connect(page, pages, 'satsConnect', 1)
  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  await amountOf(modal).fill('0.001')
  await recipientOf(modal).fill(friend)
  await modal.getByRole('button', { name: 'Review' }).click()
  await sendButtonOf(modal).click()
  await expect(modal).toContainText('On its way')
  await modal.getByRole('button', { name: 'Done' }).click()
  await modal.getByRole('tab', { name: 'Activity' }).click()
  await modal.getByRole('button', { name: /Sent/ }).first().click()
  await modal.getByRole('button', { name: 'Cancel payment' }).click()
  await modal.getByRole('button', { name: 'Cancel payment', exact: true }).click()
  await expect(modal).toHaveAccessibleName('Account')
  chain.mine()
  await expect(modal.getByRole('button', { name: /Cancelled/ })).toHaveCount(2)
  expect(await paidTo(friend)).toBe(before)
})

test('receiving: an address for each purpose, and codes with upper case letters', async ({
  page,
  pages,
}) => {
  const { payment, ordinals } = accounts[2] ?? {}
  const modal = await connect(page, pages, 'satsConnect', 2)
  await modal.getByRole('button', { name: 'Receive', exact: true }).click()
  await expect.poll(() => codeIn(page)).toBe(payment?.address.toUpperCase())
  await modal.getByRole('button', { name: 'Ask for an amount' }).click()
  await modal.getByRole('textbox', { name: 'Amount' }).fill('0.5')
  await expect.poll(() => codeIn(page)).toBe(`bitcoin:${payment?.address.toUpperCase()}?amount=0.5`)
  await modal.getByRole('tab', { name: 'Collectibles' }).click()
  await expect.poll(() => codeIn(page)).toBe(ordinals?.address.toUpperCase())
  await expect(modal).toContainText('What arrives here is not spent from here.')
  expect(await axe(page)).toEqual([])
})

const codeIn = (page: Page) => readCode(modalOf(page).getByRole('img', { name: /^Code / }))
