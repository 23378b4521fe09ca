/**
 * The screens of a Solana account with the keyboard only: signing in, receiving, sending, and
 * switching to networks of the other namespace and back.
 */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'
import { first, playSolanaWallet } from '../support/playedSolana.ts'
import { amountOf, recipientOf, sendButtonOf } from '../support/send.ts'
import { connectButtonOf, modalOf, walletRowOf } from '../support/site.ts'
import { newSolanaAddress, solanaAccountOf } from '../support/solana.ts'
import { tabTo } from '../support/tabTo.ts'

test.setTimeout(180_000)

/** Moves the focus to an element by Tab, and presses Enter. */
async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** The demo's buttons for one namespace. */
const kindOf = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Side by side' })
    .getByRole('group', { name })
    .getByRole('button')

test('a visitor signs in, receives and sends by keyboard alone', async ({
  page,
  devnet,
  solana: chain,
}) => {
  const other = newSolanaAddress()
  // This wallet lacks `solana:signIn`, so the visitor signs in by a second step, which shows the
  // message.
  const { requests } = await playSolanaWallet(page, {
    name: 'Two steps',
    features: ['solana:signMessage', 'solana:signTransaction'],
  })
  await page.goto(`${devnet.demo}/?siwx=server&wallet=none`)
  const modal = modalOf(page)

  await test.step('the visitor connects, reads the message, and signs it', async () => {
    await expect(connectButtonOf(page)).toBeVisible()
    await enter(page, connectButtonOf(page))
    await expect(walletRowOf(modal, 'Two steps')).toBeVisible()
    await enter(page, walletRowOf(modal, 'Two steps'))
    await expect(modal).toHaveAccessibleName('Sign in')
    const sign = modal.getByRole('button', { name: 'Sign in' })
    await expect(sign).toBeFocused()
    await enter(page, modal.getByRole('button', { name: 'Show message' }))
    const message = modal.getByRole('region', { name: 'Message' })
    await expect(message).toContainText(first.address)
    await tabTo(page, message) // the message scrolls, so it can have the focus
    await enter(page, sign)
    await expect(modal).toBeHidden()
    expect(requests).toEqual(['standard:connect', 'solana:signMessage'])
    await expect(solanaAccountOf(page)).toBeFocused()
  })
  await test.step('the visitor requests an amount of a token in the list', async () => {
    await page.keyboard.press('Enter')
    await expect(modal).toHaveAccessibleName('Account')
    await enter(page, modal.getByRole('button', { name: 'Receive', exact: true }))
    await expect(modal.getByRole('button', { name: 'Copy address' })).toBeFocused()
    await enter(page, modal.getByRole('button', { name: 'Ask for an amount' }))
    await expect(modal.getByRole('textbox', { name: 'Amount' })).toBeFocused()
    await page.keyboard.type('0.5')
    await expect(modal.getByRole('img', { name: /0\.5 SOL/ })).toBeVisible()
    await tabTo(page, modal.getByRole('combobox', { name: 'Token' }))
    await page.keyboard.press('ArrowDown')
    await expect(modal.getByRole('img', { name: /0\.5 [A-Z]+/ })).not.toHaveAccessibleName(/SOL/)
    await enter(page, modal.getByRole('button', { name: 'Back' }))
    await expect(modal).toHaveAccessibleName('Account')
  })
  await test.step('the visitor sends a token to a recipient without a token account', async () => {
    await enter(page, modal.getByRole('button', { name: 'Send', exact: true }))
    await expect(amountOf(modal)).toBeFocused()
    await enter(page, modal.getByRole('button', { name: /^Token: / }))
    await expect(modal).toHaveAccessibleName('Choose a token')
    await enter(
      page,
      modal
        .getByRole('list', { name: 'Choose a token' })
        .getByRole('button', { name: /^Harbour Points/ }),
    )
    await expect(modal).toHaveAccessibleName('Send')
    await tabTo(page, amountOf(modal))
    await page.keyboard.type('5')
    await tabTo(page, recipientOf(modal))
    await page.keyboard.type(other)
    await expect(modal.getByRole('button', { name: 'Review' })).toBeVisible()
    await enter(page, modal.getByRole('button', { name: 'Review' }))
    await expect(modal).toHaveAccessibleName('Review')
    await expect(modal).toContainText('Recipient’s token account')
    await enter(page, sendButtonOf(modal))
    await expect(modal).toContainText('5 HARB sent')
    expect(await chain.tokensOf(other, chain.mintOf('HARB'))).toBe(500_000n)
    await enter(page, modal.getByRole('button', { name: 'Done' }))
    await expect(modal).toHaveAccessibleName('Account')
  })
  await test.step('the visitor opens the NFTs and the sent transaction, and returns to the button', async () => {
    await tabTo(page, modal.getByRole('tab', { name: 'Tokens' }))
    await page.keyboard.press('ArrowRight')
    await expect(modal.getByRole('tab', { name: 'NFTs' })).toBeFocused()
    await enter(page, modal.getByRole('button', { name: /Harbour Light #3/ }))
    await expect(modal).toHaveAccessibleName(/^Harbour Light/)
    await enter(page, modal.getByRole('button', { name: 'Back' }))
    await tabTo(page, modal.getByRole('tab', { name: 'NFTs' }))
    await page.keyboard.press('ArrowRight')
    await expect(modal.getByRole('tab', { name: 'Activity' })).toBeFocused()
    const row = modal
      .getByRole('listitem')
      .filter({ hasText: '-5.000 HARB' })
      .first()
      .getByRole('button')
    await expect(row).toBeVisible()
    await enter(page, row)
    await expect(modal).toHaveAccessibleName('Sent')
    await enter(page, modal.getByRole('button', { name: 'Back' }))
    await page.keyboard.press('Escape')
    await expect(modal).toBeHidden()
    await expect(solanaAccountOf(page)).toBeFocused()
  })
})

test('a visitor with an Ethereum account connects a Solana account and switches between both by keyboard alone', async ({
  page,
  devnet,
  solana: _chain,
}) => {
  await page.goto(`${devnet.demo}/?wallet=approve`)
  const modal = modalOf(page)
  const network = page.getByRole('banner').getByRole('button', { name: /^Network/ })

  await test.step('for a wallet of both namespaces the modal asks which account to connect', async () => {
    await expect(connectButtonOf(page)).toBeVisible()
    await enter(page, connectButtonOf(page))
    await expect(walletRowOf(modal)).toBeVisible()
    await enter(page, walletRowOf(modal))
    await expect(modal).toHaveAccessibleName('Which account?')
    await enter(page, modal.getByRole('button', { name: /^Ethereum/ }))
    await expect(modal).toBeHidden()
  })
  await test.step('a network of another namespace leads to its wallets', async () => {
    await enter(page, network)
    await expect(modal).toHaveAccessibleName('Choose a network')
    await enter(page, modal.getByRole('button', { name: 'Latchkey Solana' }))
    await expect(modal).toHaveAccessibleName('Connect for Solana')
    await tabTo(page, modal.getByRole('button', { name: 'Other ways to connect' }))
    await enter(
      page,
      modal
        .getByRole('list', { name: 'Wallets for Solana' })
        .getByRole('button', { name: 'Development wallet' }),
    )
    await expect(modal).toBeHidden()
    await expect(kindOf(page, 'Solana')).toHaveText(['In use', 'Leave'])
    await expect(kindOf(page, 'Ethereum')).toHaveText(['Use', 'Leave'])
  })
  await test.step('the list of networks switches back to Ethereum', async () => {
    await enter(page, network)
    await enter(page, modal.getByRole('button', { name: 'Latchkey Devnet', exact: true }))
    await expect(kindOf(page, 'Ethereum')).toHaveText(['In use', 'Leave'])
    await expect(modal).toHaveAccessibleName('Account')
  })
  await test.step('the profile switches to Solana again', async () => {
    await enter(page, modal.getByRole('button', { name: /^Wallet: / }))
    await tabTo(page, modal.getByRole('tab', { name: 'Ethereum' }))
    await page.keyboard.press('ArrowRight')
    await expect(modal.getByRole('tab', { name: 'Solana' })).toBeFocused()
    await enter(
      page,
      modal
        .getByRole('list', { name: 'Connected wallets' })
        .getByRole('button', { name: /^(?!Disconnect).*Development wallet/ })
        .first(),
    )
    await expect(kindOf(page, 'Solana')).toHaveText(['In use', 'Leave'])
    await page.keyboard.press('Escape')
    await expect(modal).toBeHidden()
  })
})
