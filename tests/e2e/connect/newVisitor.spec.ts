import type { Locator, Page } from '@playwright/test'
import {
  createWalletClient,
  erc20Abi,
  formatEther,
  http,
  isHash,
  isHex,
  parseEther,
  verifyMessage,
} from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { getBalance, getTransactionReceipt, writeContract } from 'viem/actions'
import { accounts, addressOf, developmentMnemonic } from '../../../devnet/src/accounts.ts'
import { readDeployment } from '../../../devnet/src/readDeployment.ts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { expect, test } from '../fixtures/test.ts'
import { chainOf, holdingsOf } from '../support/holdings.ts'
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
} from '../support/site.ts'

test.use({ isCold: true })

// no test here changes this account's balances, but earlier tests do
const everyday = addressOf('everyday user')

const answer = (page: Page, name: 'Approve' | 'Refuse') =>
  walletWindowOf(page).getByRole('button', { name }).click()

/**
 * Waits until the API reports the account's balance on the chain, because the API caches balances
 * for ten seconds.
 */
async function upToDate(devnet: Addresses, networkId: string) {
  const coins = formatEther(await getBalance(chainOf(devnet, networkId), { address: everyday }))
  await expect
    .poll(async () => {
      const { balances } = (await (
        await fetch(
          `${devnet.api}/v1/account/${everyday}/balance?currency=usd&chainId=${networkId}`,
        )
      ).json()) as { balances: { address?: string; quantity: { numeric: string } }[] } // the API's own tests check this form
      return balances.find(({ address }) => address === undefined)?.quantity.numeric
    })
    .toBe(coins)
}

/**
 * Expects that the Account screen shows exactly the account's tokens on the chain, and the sum of
 * their values from the API.
 */
async function expectHoldings(modal: Locator, devnet: Addresses, networkId: string) {
  const holdings = await holdingsOf(devnet, networkId, everyday)
  expect(holdings.length).toBeGreaterThan(3)
  const rows = modal.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
  await expect(rows).toHaveCount(holdings.length)
  for (const { name, shown } of holdings) {
    const row = rows.filter({ has: modal.page().getByText(name, { exact: true }) })
    await expect(row.getByText(shown, { exact: true })).toBeVisible()
  }

  const response = await modal
    .page()
    .request.get(`${devnet.api}/v1/account/${everyday}/balance?currency=usd&chainId=${networkId}`)
  // the API's own tests check this form
  const { balances } = (await response.json()) as { balances: { value?: number }[] }
  const total = balances.reduce((sum, { value = 0 }) => sum + value, 0)
  expect(total).toBeGreaterThan(0)
  await expect(modal).toContainText(
    `Total balance ${total.toLocaleString('en-US', { style: 'currency', currency: 'USD' })}`,
  )
}

test('a new visitor connects, sees the balances, switches the network, is still connected at the next visit, and disconnects', async ({
  page,
  devnet,
}) => {
  await Promise.all(
    ['eip155:31337', 'eip155:31338'].map((networkId) => upToDate(devnet, networkId)),
  )
  const modal = await openConnect(page, devnet.demo)
  await walletRowOf(modal).click()
  await expect(walletWindowOf(page)).toHaveAccessibleName('Connect to this site?')
  await answer(page, 'Approve')
  await expect(accountButtonOf(page)).toHaveText('0xf3…b92266')
  await expect(modal).toBeHidden()

  await openAccount(page)
  await expect(modal).toContainText('0xf3…b92266')
  await expectHoldings(modal, devnet, 'eip155:31337')

  await modal.getByRole('button', { name: 'Network: Latchkey Devnet. Change' }).click()
  await modal.getByRole('button', { name: 'Latchkey Devnet 2' }).click()
  await expect(walletWindowOf(page)).toHaveAccessibleName('Switch to Latchkey Devnet 2?')
  const moved = waitForText(modal, 'You are on Latchkey Devnet 2')
  await answer(page, 'Approve')
  await moved
  await expect(modal).toHaveAccessibleName('Account')
  await expectHoldings(modal, devnet, 'eip155:31338')

  await page.reload()
  await expect(accountButtonOf(page)).toHaveText('0xf3…b92266')
  await expect(
    page.getByRole('button', { name: 'Network: Latchkey Devnet 2', exact: true }),
  ).toBeVisible()
  await expect(walletWindowOf(page)).toBeHidden()

  await openAccount(page)
  await modal.getByRole('button', { name: 'Disconnect' }).click()
  await expect(connectButtonOf(page)).toBeVisible()
  await page.reload()
  // when this button shows, the page's wallets are loaded
  await expect(page.getByRole('button', { name: 'Development wallet' })).toBeVisible()
  await connectButtonOf(page).click()
  await expect(walletRowOf(modal)).toBeVisible()
  await expect(accountButtonOf(page)).toBeHidden()
})

test('a visitor signs a text, and the signature belongs to the account', async ({
  page,
  devnet,
}) => {
  await visitConnected(page, `${devnet.demo}/?wallet=approve`)
  const words = 'Signed in Chromium — “quotes”, ümlauts, 🥖'
  await page.getByRole('textbox', { name: 'Your words' }).fill(words)
  await page.getByRole('button', { name: 'Sign it' }).click()
  await expect(page.getByText('Signed. We checked: it is yours.')).toBeVisible()
  const signature = await page.getByText(/^0x[0-9a-f]{130}$/).innerText()
  if (!isHex(signature)) throw new TypeError('The page shows no signature')
  expect(await verifyMessage({ address: everyday, message: words, signature })).toBe(true)
})

test('a visitor sends Ether, and the balance decreases by exactly the amount and the fee', async ({
  page,
  devnet,
}) => {
  const sender = addressOf('whale')
  const recipient = privateKeyToAddress(generatePrivateKey())
  const chain = chainOf(devnet, 'eip155:31337')
  await page.goto(`${devnet.demo}/?wallet=approve`)
  await page.waitForFunction(() => 'latchkeyWallet' in window)
  await page.evaluate((address) => window.latchkeyWallet.selectAccount(address), sender)
  await connectButtonOf(page).click()
  await walletRowOf(modalOf(page)).click()
  await expect(modalOf(page)).toBeHidden()
  const before = await getBalance(chain, { address: sender })

  await page.getByRole('textbox', { name: 'Amount' }).fill('0.0123')
  await page.getByRole('textbox', { name: 'To' }).fill(recipient)
  await page.getByRole('button', { name: 'Send 0.0123 ETH' }).click()
  await expect(page.getByText(/Thank you\. It is in block \d+/)).toBeVisible()
  const hash = await page.getByText(/^0x[0-9a-f]{64}$/).innerText()
  if (!isHash(hash)) throw new TypeError('The page shows no transaction')

  const receipt = await getTransactionReceipt(chain, { hash })
  expect(receipt).toMatchObject({
    status: 'success',
    from: sender.toLowerCase(),
    to: recipient.toLowerCase(),
  })
  await expect(page.getByText(`It is in block ${receipt.blockNumber}`)).toBeVisible()
  expect(formatEther(await getBalance(chain, { address: recipient }))).toBe('0.0123')
  const fee = receipt.gasUsed * receipt.effectiveGasPrice
  expect(before - (await getBalance(chain, { address: sender }))).toBe(parseEther('0.0123') + fee)
})

test('a visitor sees a token transfer that another account sent', async ({ page, devnet }) => {
  const { dex } = readDeployment(31337)
  const index = accounts.findIndex(({ role }) => role === 'whale')
  const account = mnemonicToAccount(developmentMnemonic, { addressIndex: index })
  const wallet = createWalletClient({ account, transport: http(devnet.chains['eip155:31337']) })
  await page.goto(devnet.demo)
  await page.getByRole('button', { name: 'Watch live' }).click()
  const log = page.getByRole('log', { name: 'Transfers' })
  await expect(log).toContainText('Waiting for the next one')
  // The page reads transfers only from the block at which it starts. So the test sends until the
  // page shows one.
  await expect(async () => {
    await writeContract(wallet, {
      chain: null,
      address: dex.usd,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [addressOf('saver'), 7n],
    })
    await expect(log).toContainText('<0.0001 USDC', { timeout: 1_500 })
  }).toPass()
})
