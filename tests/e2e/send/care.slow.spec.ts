/** The entered transfer stays as intended: across links, networks and small screens. */
import type { Locator } from '@playwright/test'
import { erc20Abi, parseEther } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { addressOf } from '../../../devnet/src/accounts.ts'
import { readDeployment } from '../../../devnet/src/readDeployment.ts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { expect, test } from '../fixtures/test.ts'
import { behave, waitingIn } from '../support/developmentWallet.ts'
import { chainOf } from '../support/holdings.ts'
import { withOptions } from '../support/options.ts'
import {
  amountOf,
  chooseToken,
  openSend,
  recipientOf,
  review,
  sendAgain,
  sendButtonOf,
  sendFromAccount,
  sendNext,
} from '../support/send.ts'
import { modalOf, openAccount, visitConnected } from '../support/site.ts'
import { cutAmounts, overflowing } from '../support/targets.ts'

const friend = addressOf('newcomer')
const usdc = readDeployment(31337).dex.usd

test('a transfer sends the entered amount and recipient: in dollars, from a payment link, on another network, and from another account', async ({
  page,
  devnet,
}) => {
  const modal = await openSend(page, `${devnet.demo}/?wallet=approve`)
  await test.step('an amount in dollars is sent as tokens, never more than it buys, and the signed amount is the one in the review', async () => {
    const chain = chainOf(devnet, 'eip155:31337')
    const before = await getBalance(chain, { address: friend })
    await amountOf(modal).fill('0.01')
    await modal.getByRole('button', { name: 'Enter it in USD' }).click()
    await expect(modal.getByRole('textbox', { name: 'Amount, USD' })).toHaveValue(/^\d{2}\.\d{2}$/)
    // the amount in ETH is still exactly the same
    await expect(modal.getByText('0.01 ETH', { exact: true })).toBeVisible()
    await amountOf(modal).fill('10.005')
    await expect(modal.getByText('USD has no more than 2 decimals.')).toBeVisible()
    await review(modal, { amount: '10', to: friend })
    const shown = await sendButtonOf(modal).textContent()
    const sent = /^Send (0\.\d+) ETH$/.exec(shown ?? '')?.[1] ?? ''
    await expect(modal).toContainText('$10.00')
    await sendButtonOf(modal).click()
    await expect(modal.getByText(`${sent} ETH sent`)).toBeVisible({ timeout: 30_000 })
    expect(await getBalance(chain, { address: friend })).toBe(before + parseEther(sent))
  })
  await test.step('“Max” is the exact amount, a larger amount in dollars is refused, and another token clears the amount', async () => {
    await sendNext(modal)
    await chooseToken(modal, /^USD Coin/)
    await modal.getByRole('button', { name: 'Enter it in USD' }).click()
    await amountOf(modal).fill('123456')
    await expect(modal.getByRole('button', { name: 'Insufficient balance' })).toBeVisible()
    await modal.getByRole('button', { name: 'Max' }).click()
    await expect(modal.getByRole('button', { name: 'Enter it in USD' })).toBeVisible()
    await expect(amountOf(modal)).toHaveValue(/^\d+\.\d{3,6}$/)
    await modal.getByRole('button', { name: 'Enter it in USD' }).click()
    await modal.getByRole('button', { name: 'Enter it in USDC' }).click()
    // converting back and forth loses nothing
    await expect(amountOf(modal)).toHaveValue(/^\d+\.\d{3,6}$/)
    await modal.getByRole('button', { name: 'Enter it in USD' }).click()
    await chooseToken(modal, /^Ether/)
    await expect(amountOf(modal)).toHaveValue('')
  })
  await test.step('a payment link fills in recipient, amount and token; a link for another network is reported', async () => {
    await recipientOf(modal).fill(`ethereum:${friend}@31337?value=12300000000000000`)
    await expect(recipientOf(modal)).toHaveValue(friend)
    await expect(amountOf(modal)).toHaveValue('0.0123')
    await recipientOf(modal).fill(
      `ethereum:${usdc}@31337/transfer?address=${friend}&uint256=1500000`,
    )
    await expect(recipientOf(modal)).toHaveValue(friend)
    await expect(amountOf(modal)).toHaveValue('1.5')
    await expect(modal.getByRole('button', { name: /^Token: USDC/ })).toBeVisible()
    await recipientOf(modal).fill(`ethereum:${friend}@1?value=5`)
    await expect(modal.getByText('This is for another network.')).toBeVisible()
    await recipientOf(modal).fill(`eip155:31337:${friend}`)
    await expect(modal.locator('.recipient-person')).toContainText(friend)
  })
  await test.step('an amount is never applied to another token, and the review detects another network', async () => {
    await chooseToken(modal, /^USD Coin/)
    await amountOf(modal).fill('100')
    await page.evaluate(() => window.latchkeyWallet.switchChain(31338))
    await expect(
      modal.getByText('The token you chose is not here. Enter the amount again.'),
    ).toBeVisible()
    await expect(amountOf(modal)).toHaveValue('')
    await expect(modal.getByRole('button', { name: 'Enter an amount' })).toBeVisible()
    await page.evaluate(() => window.latchkeyWallet.switchChain(31337))
    await expect(modal.getByRole('button', { name: /^Token: USDC/ })).toBeVisible()
    await review(modal, { amount: '1', to: friend })
    await expect(sendButtonOf(modal)).not.toHaveAttribute('aria-disabled', 'true')
    await page.evaluate(() => window.latchkeyWallet.switchChain(31338))
    await expect(modal.getByText('Your wallet is on another network.')).toBeVisible()
    await expect(sendButtonOf(modal)).toHaveAttribute('aria-disabled', 'true')
    await modal.getByRole('button', { name: 'Switch to Latchkey Devnet', exact: true }).click()
    await expect(sendButtonOf(modal)).not.toHaveAttribute('aria-disabled', 'true')
  })
  await test.step('the review detects another account, from which the entered transfer can be sent', async () => {
    await modal.getByRole('button', { name: 'Back' }).click()
    await chooseToken(modal, /^Ether/)
    const [self, saver] = [addressOf('everyday user'), addressOf('saver')]
    const chain = chainOf(devnet, 'eip155:31337')
    await review(modal, { amount: '0.011', to: friend })
    await expect(sendButtonOf(modal)).not.toHaveAttribute('aria-disabled', 'true')
    await page.evaluate((account) => window.latchkeyWallet.selectAccount(account), saver)
    await expect(modal.getByText('Your wallet is on another account.')).toBeVisible()
    await expect(modal).toContainText('Choose 0xf3…b92266 there')
    await expect(sendButtonOf(modal)).toHaveAttribute('aria-disabled', 'true')
    await page.evaluate((account) => window.latchkeyWallet.selectAccount(account), self)
    await expect(sendButtonOf(modal)).not.toHaveAttribute('aria-disabled', 'true')

    await page.evaluate((account) => window.latchkeyWallet.selectAccount(account), saver)
    const before = await Promise.all([
      getBalance(chain, { address: self }),
      getBalance(chain, { address: friend }),
    ])
    await modal.getByRole('button', { name: 'Start again' }).click()
    await expect(amountOf(modal)).toHaveValue('0.011')
    await modal.getByRole('button', { name: 'Review' }).click()
    await sendButtonOf(modal).click()
    await expect(modal.getByText('0.011 ETH sent')).toBeVisible({ timeout: 30_000 })
    expect(
      await Promise.all([
        getBalance(chain, { address: self }),
        getBalance(chain, { address: friend }),
      ]),
    ).toEqual([before[0], before[1] + parseEther('0.011')])
  })
})

test.describe('a wallet that does not answer', () => {
  test('makes the screen say that the transfer may have been sent; the wallet gets no second request, and its late answer is shown', async ({
    page,
    devnet,
  }) => {
    await page.clock.install()
    const modal = await openSend(page, `${devnet.demo}/?wallet=approve`)
    for (const [how, answer] of [
      ['approve', '0.007 ETH sent'],
      ['refuse', 'Rejected in Development wallet'],
    ] as const)
      await test.step(how, async () => {
        await review(modal, { amount: '0.007', to: friend })
        await behave(page, 'hang')
        await sendButtonOf(modal).click()
        await expect(modal).toContainText('Continue in Development wallet')
        await expect.poll(() => waitingIn(page)).toBe(1) // the request's time limit starts now
        await page.clock.fastForward('04:00')
        await expect(modal.getByText('We do not know whether it was sent')).toBeVisible()
        await expect(modal).toContainText('Look in Development wallet first.')
        await expect(modal.getByRole('button', { name: /Try again|Back/ })).toHaveCount(0)
        await behave(page, how)
        await expect(modal.getByText(answer)).toBeVisible({ timeout: 30_000 })
        if (how === 'approve') await sendNext(modal)
      })
  })
})

test.describe('without the services', () => {
  // the browser itself writes failed requests to the console
  test.use({ allowConsole: [/Failed to load resource|ERR_CONNECTION_REFUSED|ERR_FAILED/] })
  const down = ({ demo }: Addresses) =>
    `${demo}/?wallet=approve&api=down&${withOptions({ tokens: { 'eip155:31337': [{ address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6 }] } })}`

  test('a visitor can send the balances that the node reports, without their value; the list says that it is incomplete', async ({
    page,
    devnet,
  }) => {
    const chain = chainOf(devnet, 'eip155:31337')
    const balanceOf = () =>
      readContract(chain, {
        address: usdc,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [friend],
      })
    const [ether, dollars] = await Promise.all([
      getBalance(chain, { address: friend }),
      balanceOf(),
    ])
    await visitConnected(page, down(devnet))
    await expect(await openAccount(page)).toContainText('Some balances could not be read.')
    await page.keyboard.press('Escape')
    for (const { token, amount, sent } of [
      { token: /^Ether/, amount: '0.0041', sent: '0.0041 ETH sent' },
      { token: /^USD Coin/, amount: '2.5', sent: '2.5 USDC sent' },
    ]) {
      const modal = await sendAgain(page)
      await chooseToken(modal, token)
      await review(modal, { amount, to: friend })
      await expect(modal).not.toContainText('$')
      await sendButtonOf(modal).click()
      await expect(modal.getByText(sent)).toBeVisible({ timeout: 30_000 })
      await page.keyboard.press('Escape')
    }
    expect(await getBalance(chain, { address: friend })).toBe(ether + parseEther('0.0041'))
    expect(await balanceOf()).toBe(dollars + 2_500_000n)
  })

  test('the form is disabled while the node also does not answer, and a retry requests the balance again', async ({
    page,
    devnet,
  }) => {
    await visitConnected(page, down(devnet))
    const node = `${devnet.chains['eip155:31337']}/**`
    await page.route(node, (route) => route.abort('connectionrefused'))
    const modal = await openAccount(page)
    await modal.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(modal.getByText('Your balance cannot be read right now')).toBeVisible({
      timeout: 30_000,
    })
    await page.unroute(node)
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(amountOf(modal)).toBeVisible()
    await expect(modal.getByText(/^[1-9][\d,.]* available$/)).toBeVisible()
  })
})

test.describe('magnified to twice the size on a phone', () => {
  test.use({ viewport: { width: 195, height: 422 } })

  /** Checks that nothing overflows the card, and no amount is cut. */
  async function expectWhole(modal: Locator) {
    await expect.poll(() => overflowing(modal)).toEqual([])
    await expect.poll(() => cutAmounts(modal)).toEqual([])
  }

  test('every amount of the account is shown in full, and actions have their names', async ({
    page,
    devnet,
  }) => {
    const modal = modalOf(page)
    for (const locale of ['de', 'en'])
      await test.step(locale, async () => {
        await visitConnected(page, `${devnet.demo}/?wallet=approve&locale=${locale}`)
        await page.getByRole('banner').getByRole('button', { name: /0x/ }).first().click()
        await expect(modal.locator('.total bdi')).toContainText(/\d/)
        await expect(modal.locator('.tokens .row-value').first()).toContainText(/\d/)
        await expectWhole(modal)
        await modal.getByRole('tab').last().click()
        await expect(modal.locator('.activity-amount').first()).toBeVisible()
        await expectWhole(modal)
      })
    await test.step('nothing overflows the card while sending and receiving', async () => {
      await sendFromAccount(modal)
      await amountOf(modal).fill('0.123456789012345678')
      await recipientOf(modal).fill(friend)
      await expect(modal.locator('.recipient-person')).toContainText(friend)
      await expectWhole(modal)
      await modal.getByRole('button', { name: 'Review' }).click()
      await expect(modal.locator('.send-costs[aria-busy=false]')).toBeVisible()
      await expect(sendButtonOf(modal)).toContainText('0.123456789012345678')
      await expectWhole(modal)
      await modal.getByRole('button', { name: 'Back' }).click()
      await modal.getByRole('button', { name: 'Back' }).click()
      await modal.getByRole('button', { name: 'Receive', exact: true }).click()
      await expect(modal.locator('.receive-address')).toBeVisible()
      await expect.poll(() => overflowing(modal)).toEqual([])
    })
  })
})
