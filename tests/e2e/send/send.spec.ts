/** Transfers reach the intended recipient, as read from the chain itself. */
import type { Page } from '@playwright/test'
import { erc20Abi, parseEther, parseUnits } from 'viem'
import { getBalance, readContract, sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { addressOf } from '../../../devnet/src/accounts.ts'
import { readDeployment } from '../../../devnet/src/readDeployment.ts'
import { deployStrangeToken, type StrangeVariant } from '../../../devnet/src/strangeToken.ts'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { behave, waitingIn } from '../support/developmentWallet.ts'
import { chainOf } from '../support/holdings.ts'
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
import { accountButtonOf, modalOf, visitConnected } from '../support/site.ts'
import { overflowing, smallTargets } from '../support/targets.ts'

const networkId = 'eip155:31337'
const self = addressOf('everyday user')
const friend = addressOf('newcomer')
const usdc = readDeployment(31337).dex.usd

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })
// long, because the API lists a new token only after its cached answer has expired
test.setTimeout(120_000)

const balanceOf = (devnet: Addresses, address: `0x${string}`) =>
  getBalance(chainOf(devnet, networkId), { address })
const tokensOf = (devnet: Addresses, token: `0x${string}`, address: `0x${string}`) =>
  readContract(chainOf(devnet, networkId), {
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })

/** Calls a method that only a development chain has. */
const steer = (devnet: Addresses, method: string, ...params: readonly unknown[]) =>
  chainOf(devnet, networkId).request({ method, params } as never)

/**
 * The visitor's amount of each strange token, in whole tokens. Different amounts distinguish the
 * tokens on the screen.
 */
const strangeBalances = {
  reverts: 111,
  answersNothing: 222,
  plain: 333,
  takesFee: 444,
} as const satisfies { [variant in StrangeVariant]?: number }

/** Deploys tokens with unusual behaviour on the chain, and waits until the API lists them. */
async function placeStrangeTokens(devnet: Addresses) {
  const deploy = (variant: keyof typeof strangeBalances) =>
    deployStrangeToken(devnet.chains[networkId] ?? '', {
      variant,
      holder: self,
      amount: BigInt(strangeBalances[variant]) * 100n,
      decimals: 2,
    })
  const tokens = {
    reverts: await deploy('reverts'),
    answersNothing: await deploy('answersNothing'),
    plain: await deploy('plain'),
    takesFee: await deploy('takesFee'),
  }
  const listed = async () =>
    (
      await (
        await fetch(`${devnet.api}/v1/account/${self}/balance?currency=usd&chainId=${networkId}`)
      ).text()
    ).toLowerCase()
  for (const token of Object.values(tokens))
    await expect.poll(listed, { timeout: 45_000 }).toContain(token.toLowerCase())
  return tokens
}

/** The row of a strange token. */
const rowOf = (variant: keyof typeof strangeBalances) =>
  new RegExp(`^Strange token\\s*${strangeBalances[variant]}\\.000`)

/** Makes an address without any earlier transaction with the account. */
const createPlaceholder = () =>
  `0x${Array.from({ length: 40 }, () => Math.floor(Math.random() * 16).toString(16)).join('')}` as const

const isSent = (page: Page, amount: string) =>
  expect(modalOf(page).getByText(`${amount} sent`)).toBeVisible({ timeout: 30_000 })

test('a transfer arrives, also to a name, after a refusal, and to an earlier recipient', async ({
  page,
  devnet,
}) => {
  const modal = await openSend(page, `${devnet.demo}/?wallet=approve`)
  await test.step('the exact amount of the network’s coin arrives, and the fee was shown', async () => {
    const before = await balanceOf(devnet, friend)
    await expect(modal.getByRole('button', { name: 'Enter an amount' })).toBeVisible()
    await amountOf(modal).fill('0.0123')
    await expect(modal.getByText('$36.', { exact: false })).toBeVisible()
    await expect(modal.getByRole('button', { name: 'Enter a recipient' })).toBeVisible()
    await review(modal, { amount: '0.0123', to: friend })
    await expect(modal).toContainText(/Network fee0\.\d+ ETH \(<?\$/)
    await expect(modal).toContainText('Latchkey Devnet')
    await sendButtonOf(modal).click()
    await isSent(page, '0.0123 ETH')
    expect(await balanceOf(devnet, friend)).toBe(before + parseEther('0.0123'))
    await modal.getByRole('button', { name: 'Done' }).click()
    await expect(modal).toHaveAccessibleName('Account')
  })
  await test.step('an amount of a token with all its decimals arrives', async () => {
    const before = await tokensOf(devnet, usdc, friend)
    await sendFromAccount(modal)
    await chooseToken(modal, /^USD Coin/)
    await amountOf(modal).fill('1.2345678')
    await expect(modal.getByText('USDC has no more than 6 decimals.')).toBeVisible()
    await expect(modal.getByRole('button', { name: 'Enter an amount' })).toBeVisible()
    await review(modal, { amount: '1,234567', to: friend })
    await sendButtonOf(modal).click()
    await isSent(page, '1.234567 USDC')
    expect(await tokensOf(devnet, usdc, friend)).toBe(before + parseUnits('1.234567', 6))
  })
  await test.step('a name is looked up, and its address is shown before and after', async () => {
    const lena = addressOf('collector')
    const before = await balanceOf(devnet, lena)
    await sendNext(modal)
    await amountOf(modal).fill('0.002')
    await recipientOf(modal).fill('Lena.ETH')
    await expect(modal.locator('.recipient-person')).toContainText('lena.eth')
    await expect(modal.locator('.recipient-person')).toContainText(lena)
    await modal.getByRole('button', { name: 'Review' }).click()
    await expect(modal).toHaveAccessibleName('Review')
    await expect(modal).toContainText(lena)
    await sendButtonOf(modal).click()
    await isSent(page, '0.002 ETH')
    await expect(modal).toContainText('It has arrived at lena.eth.')
    expect(await balanceOf(devnet, lena)).toBe(before + parseEther('0.002'))
  })
  await test.step('after a refusal nothing is sent, and a retry works', async () => {
    const before = await balanceOf(devnet, friend)
    await sendNext(modal)
    await review(modal, { amount: '0.003', to: friend })
    await behave(page, 'refuse')
    await sendButtonOf(modal).click()
    await expect(modal).toContainText('Rejected in Development wallet')
    await expect(modal).toContainText('Nothing was sent.')
    expect(await balanceOf(devnet, friend)).toBe(before)
    await behave(page, 'approve')
    await modal.getByRole('button', { name: 'Try again' }).click()
    await isSent(page, '0.003 ETH')
    expect(await balanceOf(devnet, friend)).toBe(before + parseEther('0.003'))
  })
  await test.step('a press on an earlier recipient’s row fills in the recipient', async () => {
    await page.reload()
    await sendAgain(page)
    await modal.getByRole('list', { name: 'Recent recipients' }).getByRole('button').first().click()
    await expect(modal.locator('.recipient-person')).toContainText(friend)
  })
})

test('“Max” sends the balance without the fee, also when the API reports a larger balance than the account has', async ({
  page,
  devnet,
}) => {
  const untouched = await balanceOf(devnet, self)
  const before = untouched - parseEther('0.5')
  const to = createPlaceholder()
  try {
    // the API caches the balance before the change for ten seconds, so that it reports too much
    await fetch(`${devnet.api}/v1/account/${self}/balance?currency=usd&chainId=${networkId}`)
    await steer(devnet, 'anvil_setBalance', self, `0x${before.toString(16)}`)
    const modal = await openSend(page, `${devnet.demo}/?wallet=approve`)
    await recipientOf(modal).fill(to)
    await modal.getByRole('button', { name: 'Max' }).click()
    await expect(amountOf(modal)).not.toHaveValue('')
    await modal.getByRole('button', { name: 'Review' }).click()
    await sendButtonOf(modal).click()
    await expect(modal.getByText(/ ETH sent$/)).toBeVisible({ timeout: 30_000 })
    const [ownBalance, recipientBalance] = await Promise.all([
      balanceOf(devnet, self),
      balanceOf(devnet, to),
    ])
    expect(ownBalance).toBeLessThan(parseEther('0.001'))
    expect(recipientBalance).toBeGreaterThan(before - parseEther('0.001'))
  } finally {
    await steer(devnet, 'anvil_setBalance', self, `0x${untouched.toString(16)}`)
    // renews the API's cache, so that the next test does not get the small balance
    await fetch(
      `${devnet.api}/v1/account/${self}/balance?currency=usd&chainId=${networkId}&forceUpdate=${networkId}:0x${'e'.repeat(40)}`,
    )
  }
})

test('input is read and checked, and the wallet gets one request', async ({ page, devnet }) => {
  const modal = await openSend(page, `${devnet.demo}/?wallet=approve`)
  await test.step('pasting with the button reads the text like typing', async () => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), `  ${friend}\n`)
    await modal.getByRole('button', { name: 'Paste' }).click()
    await expect(modal.locator('.recipient-person')).toContainText(friend)
    await modal.getByRole('button', { name: 'Clear' }).click()
    await expect(recipientOf(modal)).toHaveValue('')
  })
  await test.step('an unknown name and an invalid text have different messages', async () => {
    await amountOf(modal).fill('0.002')
    for (const [text, sentence] of [
      ['nobody.eth', 'Nobody has this name.'],
      ['lena', 'This is neither an address nor a name.'],
      [friend.replace('F79b', 'f79b'), 'A letter of this address is wrong. Copy it again.'],
    ] as const) {
      await recipientOf(modal).fill(text)
      await expect(modal.getByText(sentence)).toBeVisible()
      await expect(modal.getByRole('button', { name: 'Enter a recipient' })).toBeVisible()
    }
  })
  await test.step('an amount above the balance, or without the fee, is reported', async () => {
    await amountOf(modal).fill('100000')
    await recipientOf(modal).fill(friend)
    await expect(modal.getByRole('button', { name: 'Insufficient balance' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    const balance = await balanceOf(devnet, self)
    await amountOf(modal).fill(
      `${balance / 10n ** 18n}.${String(balance % 10n ** 18n).padStart(18, '0')}`,
    )
    await expect(modal.getByRole('button', { name: 'Not enough ETH for the fee' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })
  await test.step('an open request in the wallet is not repeated, also if the wallet’s network changes meanwhile', async () => {
    const before = await balanceOf(devnet, friend)
    await review(modal, { amount: '0.004', to: friend })
    await behave(page, 'hang')
    await sendButtonOf(modal).click()
    await expect(modal).toContainText('Continue in Development wallet')
    await expect(modal.getByRole('button', { name: 'Back' })).toBeHidden()
    await expect.poll(() => waitingIn(page)).toBe(1)
    await page.evaluate(() => window.latchkeyWallet.switchChain(31338))
    await page.evaluate(() => window.latchkeyWallet.switchChain(31337))
    await expect(modal).toContainText('Continue in Development wallet')
    expect(await waitingIn(page)).toBe(1)
    // a transaction that is approved after the window was closed is sent and followed
    await modal.getByRole('button', { name: 'Close' }).click()
    await behave(page, 'approve')
    await expect.poll(() => balanceOf(devnet, friend)).toBe(before + parseEther('0.004'))
    await accountButtonOf(page).click()
    await modal.getByRole('tab', { name: 'Activity' }).click()
    await expect(modal).toContainText('0.004')
  })
})

test('the review warns of unknown recipients and of tokens with unusual behaviour', async ({
  page,
  devnet,
}) => {
  const { plain, answersNothing } = await placeStrangeTokens(devnet)
  const [lookalike, stranger] = [createPlaceholder(), createPlaceholder()]
  const client = chainOf(devnet, networkId)
  const data =
    // a call of pretend(address,address,uint256)
    `0x61582dd6${[self, lookalike, '0x9'].map((part) => part.slice(2).padStart(64, '0')).join('')}` as const
  await waitForTransactionReceipt(client, {
    hash: await sendTransaction(client, {
      account: addressOf('deployer'),
      to: plain,
      data,
      chain: null,
    }),
  })
  const modal = await openSend(page, `${devnet.demo}/?wallet=approve`)
  const back = modal.getByRole('button', { name: 'Back' })

  await test.step('an address that is known only from fake transfers has to be confirmed', async () => {
    await review(modal, { amount: '0.001', to: lookalike })
    await expect(
      modal.getByText('You know this address from worthless transfers alone. It may be a trap.'),
    ).toBeVisible()
    await expect(sendButtonOf(modal)).toHaveAttribute('aria-disabled', 'true')
    await modal.getByRole('checkbox', { name: 'I have checked the address' }).check()
    await expect(sendButtonOf(modal)).not.toHaveAttribute('aria-disabled', 'true')
    await back.click()
    await expect(amountOf(modal)).toHaveValue('0.001') // the entered amount is still there
  })
  await test.step('a new recipient is mentioned, without a warning', async () => {
    await review(modal, { amount: '0.001', to: stranger })
    await expect(modal.getByText('You send to this address for the first time.')).toBeVisible()
    await sendButtonOf(modal).click()
    await isSent(page, '0.001 ETH')
  })
  await test.step('after the transfer the address is known, and a similar address has to be confirmed', async () => {
    await sendNext(modal)
    const twin = `${stranger.slice(0, 6)}${'0'.repeat(32)}${stranger.slice(-4)}`
    await review(modal, { amount: '0.001', to: twin })
    await expect(modal.getByText('Compare every character.', { exact: false })).toBeVisible()
    await expect(sendButtonOf(modal)).toHaveAttribute('aria-disabled', 'true')
    await back.click()
  })
  await test.step('a token with a fee shows the amount that arrives', async () => {
    await chooseToken(modal, rowOf('takesFee'))
    await review(modal, { amount: '100', to: friend })
    await expect(modal).toContainText('They get98 ODD')
    await back.click()
  })
  await test.step("a transfer that would fail shows the contract's reason, and is not sent", async () => {
    await chooseToken(modal, rowOf('reverts'))
    await review(modal, { amount: '5', to: friend })
    await expect(modal.getByText('This transfer would fail.')).toBeVisible()
    await expect(modal.getByText('Transfers are paused')).toBeHidden()
    await modal.getByText('Details', { exact: true }).press('Enter')
    await expect(modal.getByText('Transfers are paused')).toBeVisible()
    await expect(sendButtonOf(modal)).toHaveAttribute('aria-disabled', 'true')
    await back.click()
  })
  await test.step('a transfer that fails on the chain is shown as failed, not as sent', async () => {
    await chooseToken(modal, rowOf('answersNothing'))
    await review(modal, { amount: '5', to: friend })
    await expect(sendButtonOf(modal)).not.toHaveAttribute('aria-disabled', 'true')
    // every call reverts from now on
    await steer(devnet, 'anvil_setCode', answersNothing, '0x5f5ffd')
    await sendButtonOf(modal).click()
    await expect(modal.getByText('The transfer failed')).toBeVisible({ timeout: 30_000 })
    await expect(modal).toContainText('Only the fee was spent.')
  })
})

test('a visitor sends a transfer by keyboard alone', async ({ page, devnet }) => {
  const before = await balanceOf(devnet, friend)
  const modal = await openSend(page, `${devnet.demo}/?wallet=approve`)
  await expect(amountOf(modal)).toBeFocused()
  await page.keyboard.type('0.005')
  for (
    let step = 0;
    step < 6 &&
    !(await recipientOf(modal).evaluate(
      (field) => field === (field.getRootNode() as ShadowRoot).activeElement,
    ));
    step++
  )
    await page.keyboard.press('Tab')
  await page.keyboard.type(friend)
  await expect(modal.getByRole('button', { name: 'Review' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(modal).toHaveAccessibleName('Review')
  await expect(sendButtonOf(modal)).not.toHaveAttribute('aria-disabled', 'true')
  for (
    let step = 0;
    step < 6 &&
    !(await sendButtonOf(modal).evaluate(
      (button) => button === (button.getRootNode() as ShadowRoot).activeElement,
    ));
    step++
  )
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await isSent(page, '0.005 ETH')
  expect(await balanceOf(devnet, friend)).toBe(before + parseEther('0.005'))
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('Send fits the screen and has no accessibility faults', async ({ page, devnet }) => {
    const modal = modalOf(page)
    const good = async () => {
      await expect.poll(() => overflowing(modal)).toEqual([])
      await expect.poll(() => smallTargets(modal)).toEqual([])
      expect(await axe(page, { within: '[data-latchkey]' })).toEqual([])
    }
    for (const [locale, send] of [
      ['en', 'Send'],
      ['ar', 'إرسال'],
    ] as const)
      await test.step(locale, async () => {
        await visitConnected(page, `${devnet.demo}/?wallet=approve&locale=${locale}`)
        await page.getByRole('banner').getByRole('button', { name: /0x/ }).first().click()
        await modal.getByRole('button', { name: send, exact: true }).click()
        await modal.locator('.amount-figure').fill('0.25')
        await good()
        await modal.locator('.send-to').fill(friend)
        await modal
          .locator('.screen:not([aria-hidden]) .screen-footer .button[data-variant=primary]')
          .click()
        await expect(modal.locator('.send-costs')).toBeVisible()
        await expect(modal.locator('.send-costs[aria-busy=false]')).toBeVisible()
        await good()
      })
  })
})
