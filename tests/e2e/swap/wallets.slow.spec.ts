/**
 * Tests of swaps by a phone, by the e-mail wallet, and by browser wallets that support batches. The
 * results are read from the chain.
 */
import { erc20Abi } from 'viem'
import { getTransactionCount, readContract } from 'viem/actions'
import { addressOf } from '../../../devnet/src/accounts.ts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { expect, test } from '../fixtures/test.ts'
import { approveIn } from '../support/approvals.ts'
import { announceBatchWallet } from '../support/batchWallet.ts'
import { behave, waitingIn } from '../support/developmentWallet.ts'
import { chainOf } from '../support/holdings.ts'
import { script, startPhone } from '../support/phone.ts'
import { accountButtonOf, modalOf, openAccount, openConnect, walletRowOf } from '../support/site.ts'
import {
  allowed,
  arrivedIn,
  done,
  held,
  mint,
  networkId,
  openSwap,
  reviewSwap,
  swapButtonOf,
  swapFromAccount,
  tokenOf,
  wrap,
} from '../support/swap.ts'

const self = addressOf('everyday user')
/** Gives an account an amount of USDC. */
const give = (devnet: Addresses, account: `0x${string}`, amount: string) =>
  mint(devnet, self, 'USDC', amount, account)

test.setTimeout(180_000)
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a phone swaps with a signature, with an approval first, or with one batch if it reports that capability', async ({
  page,
  devnet,
  browser,
}) => {
  await wrap(devnet, self, '0.1')
  const phone = await startPhone(browser, devnet)
  const modal = modalOf(page)
  const connect = async (takesBatches: boolean) => {
    await script(phone, 'setBatches', takesBatches)
    await openConnect(page, devnet.demo)
    await modal.getByRole('button', { name: /^WalletConnect/ }).click()
    await modal.getByRole('button', { name: 'Copy link' }).click()
    await script(phone, 'pair', await page.evaluate(() => navigator.clipboard.readText()))
    await script(phone, 'setBehaviour', 'approve')
    await expect(accountButtonOf(page)).toBeVisible()
    await openAccount(page)
    await swapFromAccount(modal)
  }
  /** Swaps a token without permits. */
  const swapWrapped = async (words: string) => {
    const before = await held(devnet, 'DAI', self)
    await reviewSwap(modal, { pay: 'WETH', get: 'DAI', amount: '0.02' })
    await expect(modal).toContainText(words)
    await swapButtonOf(modal).click()
    await arrivedIn(modal)
    expect(await held(devnet, 'DAI', self)).toBeGreaterThan(before)
    expect(await allowed(devnet, 'WETH', self)).toBe(0n)
    await done(modal)
  }
  const titles = async () =>
    (
      await phone.evaluate(
        () =>
          JSON.parse(localStorage.getItem('latchkey-phone/memory') ?? '{}').tasks as {
            title: string
          }[],
      )
    ).map(({ title }) => title)
  await connect(false)
  await test.step('by a signature', async () => {
    const before = await held(devnet, 'LINK', self)
    await reviewSwap(modal, { pay: 'USDC', get: 'LINK', amount: '20' })
    await expect(modal).toContainText('This amount, by a signature')
    await swapButtonOf(modal).click()
    await arrivedIn(modal)
    expect(await held(devnet, 'LINK', self)).toBeGreaterThan(before)
    await done(modal)
  })
  await test.step('a token without permits is approved first, and no allowance remains', async () => {
    await swapFromAccount(modal)
    await swapWrapped('This amount, by a transaction before')
  })
  await test.step('a phone that supports batches gets one request', async () => {
    for (const { topic } of await script(phone, 'sessions'))
      await script(phone, 'disconnect', topic)
    await connect(true)
    await swapWrapped('This amount, confirmed together')
    expect((await titles()).slice(0, 2)).toEqual(['Send several calls', 'Connect'])
  })
  await test.step('a phone that no longer supports batches gets two requests', async () => {
    await script(phone, 'setBatches', false)
    await swapFromAccount(modal)
    await swapWrapped('This amount, confirmed together')
    expect((await titles()).slice(0, 3)).toEqual([
      'Send a transaction',
      'Send a transaction',
      'Send several calls',
    ])
  })
})

test('the development wallet confirms approval and swap in one batch', async ({ page, devnet }) => {
  await wrap(devnet, self, '0.1')
  const modal = await openSwap(page, `${devnet.demo}/?wallet=approve`)
  await page.evaluate(() => window.latchkeyWallet.setBatches(true))
  const before = await held(devnet, 'DAI', self)
  await reviewSwap(modal, { pay: 'WETH', get: 'DAI', amount: '0.02' })
  await expect(modal).toContainText('This amount, confirmed together')
  await behave(page, 'hang')
  await swapButtonOf(modal).click()
  await expect.poll(() => waitingIn(page)).toBe(1)
  expect(await page.evaluate(() => window.latchkeyWallet.getState().pending[0]?.consent.type)).toBe(
    'sendCalls',
  )
  await behave(page, 'approve')
  await arrivedIn(modal)
  expect(await held(devnet, 'DAI', self)).toBeGreaterThan(before)
  expect(await allowed(devnet, 'WETH', self)).toBe(0n)
})

test('an earlier e-mail wallet signs for a swap or approves first; today’s confirms both steps at once', async ({
  page,
  mailed,
  devnet,
}) => {
  const client = chainOf(devnet, networkId)
  const modal = await openConnect(page, mailed.demo)
  const frame = page.locator('[data-latchkey=wallet] iframe').contentFrame()
  await modal.getByRole('textbox', { name: 'E-mail address' }).fill('swapper@example.org')
  await page.keyboard.press('Enter')
  await expect(modal.getByRole('textbox', { name: 'Code from the e-mail' })).toBeFocused()
  await page.keyboard.type(await mailed.codeTo('swapper@example.org'))
  await expect(accountButtonOf(page)).toBeVisible()
  const address = /0x[0-9a-fA-F]{40}/.exec(
    (await page.evaluate(() => localStorage.getItem('@latchkey/last-account'))) ?? '',
  )?.[0] as `0x${string}`
  await client.request({
    method: 'anvil_setBalance',
    params: [address, '0x8ac7230489e80000'],
  } as never)
  await give(devnet, address, '500')
  await test.step('an earlier version of the wallet, without batches, signs for a token with permits', async () => {
    await page.route(`${new URL(mailed.wallet).origin}/**/*.js`, async (route) => {
      const { host } = new URL(mailed.wallet)
      const url = route
        .request()
        .url()
        // Node cannot resolve names under localhost
        .replace(host, host.replace(/^[^:]+/, '127.0.0.1'))
      const response = await route.fetch({ url, headers: { ...route.request().headers(), host } })
      await route.fulfill({
        response,
        body: (await response.text()).replaceAll('wallet_getCapabilities', 'wallet_unknownHere'),
      })
    })
    await page.reload()
    await openAccount(page)
    await swapFromAccount(modal)
    await reviewSwap(modal, { pay: 'USDC', get: 'WETH', amount: '100' })
    await expect(modal).toContainText('This amount, by a signature')
    await swapButtonOf(modal).click()
    await approveIn(frame, 'Sign')
    // the router's call contains the permit that was just signed, and its review describes it
    await expect(frame.getByText(/Allow to take up to \D*100\D*USDC/)).toBeVisible()
    await approveIn(frame, 'Approve')
    await arrivedIn(modal)
    expect(await allowed(devnet, 'USDC', address)).toBe(0n)
    await done(modal)
  })
  await test.step('it approves a token without permits first', async () => {
    await swapFromAccount(modal)
    await reviewSwap(modal, { pay: 'WETH', get: 'DAI', amount: '0.01' })
    await expect(modal).toContainText('This amount, by a transaction before')
    await swapButtonOf(modal).click()
    await approveIn(frame, 'Approve')
    // the second request is the swap
    await expect(frame.getByText('exactInput')).toBeVisible({ timeout: 30_000 })
    await approveIn(frame, 'Approve')
    await arrivedIn(modal)
    expect(await allowed(devnet, 'WETH', address)).toBe(0n)
    await done(modal)
  })
  await test.step('both steps of a token with permits are confirmed at once', async () => {
    await page.unrouteAll()
    await page.reload()
    await openAccount(page)
    await swapFromAccount(modal)
    await reviewSwap(modal, { pay: 'USDC', get: 'WETH', amount: '100' })
    await expect(modal).toContainText('This amount, confirmed together')
    await swapButtonOf(modal).click()
    await approveIn(frame, 'Approve')
    await arrivedIn(modal)
    expect(await allowed(devnet, 'USDC', address)).toBe(0n)
    await done(modal)
  })
  await test.step('so are both steps of a token without permits', async () => {
    await swapFromAccount(modal)
    await reviewSwap(modal, { pay: 'WETH', get: 'DAI', amount: '0.01' })
    await expect(modal).toContainText('This amount, confirmed together')
    await swapButtonOf(modal).click()
    await approveIn(frame, 'Approve')
    await arrivedIn(modal)
    expect(
      await readContract(client, {
        address: tokenOf('DAI'),
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address],
      }),
    ).toBeGreaterThan(0n)
    expect(await allowed(devnet, 'WETH', address)).toBe(0n)
    await done(modal)
  })
})

test('a wallet with atomic batches sends one transaction after one confirmation; a declined batch sends no transaction, and an unsupported batch becomes two requests', async ({
  page,
  devnet,
}) => {
  const { address, requests, refuse } = await announceBatchWallet(page, devnet, 'Batch wallet')
  const count = (method: string) => requests.filter((one) => one === method).length
  await give(devnet, address, '500')
  const modal = await openConnect(page, devnet.demo)
  await walletRowOf(modal, /^Batch wallet/).click()
  await expect(accountButtonOf(page)).toBeVisible()
  await openAccount(page)
  const transactions = () => getTransactionCount(chainOf(devnet, networkId), { address })
  await test.step('a declined batch sends nothing, and no other request follows', async () => {
    await swapFromAccount(modal)
    refuse(4001)
    await reviewSwap(modal, { pay: 'USDC', get: 'LINK', amount: '20' })
    await expect(modal).toContainText('This amount, confirmed together')
    await swapButtonOf(modal).click()
    await expect(modal).toContainText('Rejected in Batch wallet')
    expect(await transactions()).toBe(0)
    expect(count('eth_sendTransaction')).toBe(0)
  })
  await test.step('an accepted batch is one transaction', async () => {
    refuse(undefined)
    const before = await held(devnet, 'LINK', address)
    await modal.getByRole('button', { name: 'Try again' }).click()
    await arrivedIn(modal)
    expect(await held(devnet, 'LINK', address)).toBeGreaterThan(before)
    expect(await allowed(devnet, 'USDC', address)).toBe(0n)
    // the account's nonce also counts the EIP-7702 authorization of this transaction
    expect(await transactions()).toBe(2)
    expect(count('eth_sendTransaction')).toBe(0)
    await done(modal)
  })
  await test.step('if the wallet refuses the batch as too large, the approval and the swap are requested one after another', async () => {
    refuse(5740)
    await swapFromAccount(modal)
    await reviewSwap(modal, { pay: 'USDC', get: 'LINK', amount: '30' })
    await swapButtonOf(modal).click()
    await arrivedIn(modal)
    expect(count('eth_sendTransaction')).toBe(2)
    expect(await allowed(devnet, 'USDC', address)).toBe(0n)
  })
})
