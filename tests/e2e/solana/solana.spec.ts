/**
 * Solana beside Ethereum: the modal on a Solana chain, with an installed wallet and with a phone.
 */
import type { Page } from '@playwright/test'
import { solanaAddressOf } from '../../../devnet/src/solana/solanaAccounts.ts'
import { axe, expect, test } from '../fixtures/test.ts'
import { behave } from '../support/developmentWallet.ts'
import { script, startPhone } from '../support/phone.ts'
import { readCode } from '../support/readCode.ts'
import { scan } from '../support/scan.ts'
import {
  chooseToken,
  recipientOf,
  review,
  sendAgain,
  sendButtonOf,
  sendFromAccount,
  sendNext,
} from '../support/send.ts'
import { modalOf, openConnect, walletRowOf } from '../support/site.ts'
import { newSolanaAddress, solanaAccountOf } from '../support/solana.ts'
import { withSolana } from '../support/withSolana.ts'

// long, because one test has eleven steps
test.setTimeout(240_000)

const own = solanaAddressOf('everyday user')
const other = solanaAddressOf('newcomer')

test('an installed Solana wallet connects, shows its tokens, sends each kind of token, and stays connected beside an Ethereum account', async ({
  page,
  devnet,
  solana: chain,
}) => {
  const friend = newSolanaAddress()
  const [plain, taxed] = [chain.mintOf('HARB'), chain.mintOf('TOLL')]
  const modal = await openConnect(page, `${devnet.demo}/?wallet=approve`)

  await test.step('a wallet of both namespaces has one row', async () => {
    await expect(walletRowOf(modal)).toHaveCount(1)
    await walletRowOf(modal).click()
    await expect(modal).toHaveAccessibleName('Which account?')
    await modal.getByRole('button', { name: /^Solana/ }).click()
    await expect(solanaAccountOf(page)).toBeVisible()
    await expect(modal).toBeHidden()
  })
  await test.step('the account shows its tokens, and no screen that the chain does not support', async () => {
    await solanaAccountOf(page).click()
    for (const name of ['Solana', 'USD Coin', 'Harbour Points', 'Toll Token'])
      await expect(
        modal.getByRole('list', { name: 'Tokens' }).getByRole('listitem').filter({ hasText: name }),
      ).toBeVisible()
    await expect(modal.getByRole('button', { name: 'Swap', exact: true })).toHaveCount(0)
  })
  await test.step('Receive shows a code with a payment request', async () => {
    await modal.getByRole('button', { name: 'Receive', exact: true }).click()
    expect(await scanCode(page)).toBe(own)
    await modal.getByRole('button', { name: 'Ask for an amount' }).click()
    await modal.getByRole('textbox', { name: 'Amount' }).fill('0.5')
    await expect.poll(() => scanCode(page)).toBe(`solana:${own}?amount=0.5`)
    await modal.getByRole('button', { name: 'Back' }).click()
  })
  await test.step('SOL', async () => {
    const before = await chain.balanceOf(friend)
    await sendFromAccount(modal)
    await expect(recipientOf(modal)).toHaveAttribute('placeholder', 'Address')
    await review(modal, { amount: '0.25', to: friend })
    await expect(modal).not.toContainText('token account')
    await sendButtonOf(modal).click()
    await expect(modal).toContainText('0.25 SOL sent')
    expect(await chain.balanceOf(friend)).toBe(before + 250_000_000n)
  })
  await test.step('the review of a token to a recipient without a token account shows the cost of that account', async () => {
    await sendNext(modal)
    await chooseToken(modal, /^Harbour Points/)
    await review(modal, { amount: '5', to: friend })
    await expect(modal).toContainText('Recipient’s token account')
    await expect(modal).toContainText('0.00204 SOL')
    await expect(modal).toContainText('You pay for it, and it is theirs.')
    await sendButtonOf(modal).click()
    await expect(modal).toContainText('5 HARB sent')
    expect(await chain.tokensOf(friend, plain)).toBe(500_000n)
  })
  await test.step('a second transfer creates no token account', async () => {
    await sendNext(modal)
    await chooseToken(modal, /^Harbour Points/)
    await review(modal, { amount: '1', to: friend })
    await expect(modal).toContainText('Network fee')
    await expect(sendButtonOf(modal)).toBeEnabled()
    await expect(modal).not.toContainText('token account')
    await behave(page, 'refuse')
    await sendButtonOf(modal).click()
    await expect(modal).toContainText('Rejected in Development wallet')
    expect(await chain.tokensOf(friend, plain)).toBe(500_000n)
    await behave(page, 'approve')
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => chain.tokensOf(friend, plain)).toBe(600_000n)
    await expect(modal).toContainText('sent')
  })
  await test.step('for a token with a transfer fee the arriving amount is shown', async () => {
    await sendNext(modal)
    await chooseToken(modal, /^Toll Token/)
    await review(modal, { amount: '10', to: friend })
    await expect(modal).toContainText('They get')
    await expect(modal).toContainText('9.8 TOLL')
    await sendButtonOf(modal).click()
    await expect(modal).toContainText('10 TOLL sent')
    expect(await chain.tokensOf(friend, taxed)).toBe(9_800_000_000n)
  })
  await test.step('a program’s account and an address of another namespace are refused as recipients', async () => {
    await sendNext(modal)
    await review(modal, { amount: '0.1', to: plain })
    await expect(modal).toContainText(
      'The recipient is an account for a token, not a person’s address.',
    )
    await expect(modal).not.toContainText('This is a contract.')
    await expect(sendButtonOf(modal)).toHaveAttribute('aria-disabled', 'true')
    await modal.getByRole('button', { name: 'Back' }).click()
    await recipientOf(modal).fill('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    await expect(recipientOf(modal)).toHaveAttribute('aria-invalid', 'true')
    await expect(modal.getByRole('button', { name: 'Review' })).toHaveCount(0)
    await modal.getByRole('button', { name: 'Back' }).click()
  })
  await test.step('the sent transactions are in the activity, before seven months of history', async () => {
    await modal.getByRole('tab', { name: 'Activity' }).click()
    await expect(modal.getByRole('listitem').filter({ hasText: 'Sent' }).first()).toContainText(
      '-10.000 TOLL',
    )
    await expect(modal.getByRole('listitem').filter({ hasText: 'USDC' }).first()).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('the page itself requests SOL', async () => {
    const bakers = solanaAddressOf('freelancer')
    const before = await chain.balanceOf(bakers)
    await page.getByRole('textbox', { name: 'Amount' }).fill('0.125')
    await page.getByRole('button', { name: 'Send 0.125 SOL' }).click()
    await expect(page.getByText(/^Thank you\. It is in block \d+\.$/)).toBeVisible()
    await expect(page.getByText('0.000005 SOL')).toBeVisible()
    expect(await chain.balanceOf(bakers)).toBe(before + 125_000_000n)
  })
  await test.step('the indexed entry of a token with a transfer fee shows the sent amount', async () => {
    await page.evaluate(() =>
      Object.keys(localStorage)
        .filter((key) => key.includes('pending-transactions'))
        .forEach((key) => localStorage.removeItem(key)),
    )
    await page.reload()
    await solanaAccountOf(page).click()
    await modal.getByRole('tab', { name: 'Activity' }).click()
    const row = modal.getByRole('listitem').filter({ hasText: 'TOLL' }).first()
    await expect(row).toContainText('-10.000 TOLL')
    await expect(row).not.toContainText('more')
  })
})

test('the development wallet opens its window before it answers on Solana', async ({
  page,
  devnet,
  solana: chain,
}) => {
  const modal = await openConnect(page, devnet.demo)
  const window = page.locator('latchkey-development-wallet').getByRole('dialog')
  await walletRowOf(modal).click()
  await modal.getByRole('button', { name: /^Solana/ }).click()
  await expect(window).toHaveAccessibleName('Connect to this site?')
  await expect(window).toContainText('Latchkey Solana')
  await window.getByRole('button', { name: 'Approve' }).click()
  await expect(solanaAccountOf(page)).toBeVisible()
  await expect(modal).toBeHidden()
  // the card of the other chain is gone
  await expect(page.getByRole('button', { name: /^Send .* SOL$/ })).toBeVisible()
  const before = await chain.balanceOf(other)
  await page.getByRole('textbox', { name: 'To', exact: true }).fill(other)
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.125')
  await page.getByRole('button', { name: 'Send 0.125 SOL' }).click()
  await expect(window).toHaveAccessibleName('Send 0.125 SOL?')
  await expect(window).toContainText(other)
  expect(await axe(page)).toEqual([])
  await window.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByText('You said no in the wallet. Nothing was sent.')).toBeVisible()
  expect(await chain.balanceOf(other)).toBe(before)
  await page.getByRole('button', { name: 'Send 0.125 SOL' }).click()
  await window.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(/^Thank you\. It is in block \d+\.$/)).toBeVisible()
  expect(await chain.balanceOf(other)).toBe(before + 125_000_000n)
})

test('one code connects a phone with an account in each namespace; choosing a network uses its account, and both stay connected after a reload', async ({
  page,
  devnet,
  solana: chain,
  browser,
}) => {
  const phone = await startPhone(browser, withSolana(devnet, chain))
  const modal = await openConnect(page, `${devnet.demo}/?wallet=none`)

  await test.step('one code requests accounts of both namespaces', async () => {
    await walletRowOf(modal, /^WalletConnect/).click()
    await script(phone, 'pair', await scan(page))
    await script(phone, 'approve')
    await expect(modal).toBeHidden()
    await expect(kindOf(page, 'Ethereum')).toHaveText(['In use', 'Leave'])
    await expect(kindOf(page, 'Solana')).toHaveText(['Use', 'Leave'])
  })
  await test.step('choosing a network of another namespace makes its account the current one', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Network/ })
      .click()
    await modal.getByRole('button', { name: 'Latchkey Solana' }).click()
    await expect(solanaAccountOf(page)).toBeVisible()
    await expect(modal).toHaveAccessibleName('Account')
    await page.keyboard.press('Escape')
    await expect(kindOf(page, 'Solana')).toHaveText(['In use', 'Leave'])
    await expect(solanaAccountOf(page)).toBeVisible()
  })
  await test.step('the phone signs a text, and pays', async () => {
    await page.getByRole('button', { name: 'Sign it' }).click()
    await script(phone, 'waitForQuestion')
    await script(phone, 'approve')
    await expect(page.getByText('Signed. We checked: it is yours.')).toBeVisible()
    const before = await chain.balanceOf(other)
    await sendAgain(page, solanaAccountOf(page))
    await review(modal, { amount: '0.1', to: other })
    await sendButtonOf(modal).click()
    expect(await script(phone, 'waitForQuestion')).toMatchObject({ title: 'Sign a transaction' })
    await script(phone, 'approve')
    await expect(modal).toContainText('0.1 SOL sent')
    expect(await chain.balanceOf(other)).toBe(before + 100_000_000n)
    await page.keyboard.press('Escape')
  })
  await test.step('both accounts are connected after a reload', async () => {
    await page.reload()
    await expect(kindOf(page, 'Solana')).toHaveText(['In use', 'Leave'])
    await expect(kindOf(page, 'Ethereum')).toHaveText(['Use', 'Leave'])
  })
})

test('when the visitor chooses a network of another namespace, its wallet connects beside the first one and disconnects separately', async ({
  page,
  devnet,
  solana: _chain,
}) => {
  const modal = await openConnect(page, `${devnet.demo}/?wallet=approve`)
  await walletRowOf(modal).click()
  await modal.getByRole('button', { name: /^Ethereum/ }).click()
  await expect(modal).toBeHidden()

  await test.step('by keyboard alone', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Network/ })
      .focus()
    await page.keyboard.press('Enter')
    await expect(modal).toHaveAccessibleName('Choose a network')
    await modal.getByRole('button', { name: 'Latchkey Solana' }).focus()
    await page.keyboard.press('Enter')
    await expect(modal).toHaveAccessibleName('Connect for Solana')
    await expect(modal).toContainText('Your other connection stays.')
    await modal.getByRole('button', { name: 'Development wallet' }).focus()
    await page.keyboard.press('Enter')
    await expect(modal).toBeHidden()
    await expect(kindOf(page, 'Ethereum')).toHaveText(['Use', 'Leave'])
    await expect(kindOf(page, 'Solana')).toHaveText(['In use', 'Leave'])
  })
  await test.step('after a reload both accounts are connected, and the same one is in use', async () => {
    await page.reload()
    await expect(kindOf(page, 'Solana')).toHaveText(['In use', 'Leave'])
    await expect(kindOf(page, 'Ethereum')).toHaveText(['Use', 'Leave'])
  })
  await test.step('the profile lists the accounts of both namespaces', async () => {
    await solanaAccountOf(page).click()
    await modal.getByRole('button', { name: /^Wallet: / }).click()
    await expect(modal.getByRole('tab')).toHaveText(['Ethereum', 'Solana'])
    await modal.getByRole('tab', { name: 'Ethereum' }).click()
    await expect(modal.getByRole('list', { name: 'Connected wallets' })).toContainText('0xf3')
    await page.keyboard.press('Escape')
  })
  await test.step('one account disconnects, and the other stays connected and is in use', async () => {
    await kindOf(page, 'Solana').filter({ hasText: 'Leave' }).click()
    await expect(kindOf(page, 'Solana')).toHaveText(['Connect'])
    await expect(kindOf(page, 'Ethereum')).toHaveText(['In use', 'Leave'])
  })
  await test.step('when the page requests an account of one namespace, only wallets of that namespace are listed', async () => {
    await kindOf(page, 'Solana').click()
    await expect(modal).toHaveAccessibleName('Connect wallet')
    await walletRowOf(modal).click()
    await expect(modal).toBeHidden()
    await expect(kindOf(page, 'Solana')).toHaveText(['In use', 'Leave'])
    await expect(kindOf(page, 'Ethereum')).toHaveText(['Use', 'Leave'])
  })
  await test.step('if the visitor closes without an account of that namespace, nothing changes', async () => {
    await kindOf(page, 'Ethereum').filter({ hasText: 'Leave' }).click()
    await kindOf(page, 'Ethereum').filter({ hasText: 'Connect' }).click()
    await expect(modal).toHaveAccessibleName('Connect wallet')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Side by side' })).toContainText(
      'The window was closed before a wallet was connected',
    )
    await expect(kindOf(page, 'Solana')).toHaveText(['In use', 'Leave'])
  })
})

test('for a network of another namespace the visitor can also connect a phone, whose account is then in use', async ({
  page,
  devnet,
  solana: chain,
  browser,
}) => {
  const phone = await startPhone(browser, withSolana(devnet, chain))
  const modal = await openConnect(page, `${devnet.demo}/?wallet=approve`)
  await walletRowOf(modal).click()
  await modal.getByRole('button', { name: /^Ethereum/ }).click()
  await expect(modal).toBeHidden()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Network/ })
    .click()
  await modal.getByRole('button', { name: 'Latchkey Solana' }).click()
  await modal.getByRole('button', { name: 'Other ways to connect' }).click()
  await walletRowOf(modal, /^WalletConnect/).click()
  await script(phone, 'pair', await scan(page))
  await script(phone, 'approve')
  await expect(modal).toBeHidden()
  await expect(kindOf(page, 'Solana')).toHaveText(['In use', 'Leave'])
  await expect(solanaAccountOf(page)).toBeVisible()
})

/** The demo's buttons for one namespace. */
const kindOf = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Side by side' })
    .getByRole('group', { name })
    .getByRole('button')

/** Reads the code of the receiving screen like a scanner. */
async function scanCode(page: Page): Promise<string> {
  return readCode(modalOf(page).getByRole('img', { name: /^Code / }))
}
