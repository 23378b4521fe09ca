/** The list of a visitor's wallets, and steps to it. */
import { expect, type Locator, type Page } from '@playwright/test'
import { modalOf, openAccount, walletRowOf } from './site.ts'

/** Opens the list of connected wallets from the Account screen. */
export async function openProfile(page: Page): Promise<Locator> {
  const modal = await openAccount(page)
  await modal.getByRole('button', { name: /^Wallet: / }).click()
  await expect(modal).toHaveAccessibleName('Your wallets')
  return modal
}

/** The row of a connected wallet. A press selects the wallet. */
export const profileRowOf = (modal: Locator, name: string): Locator =>
  modal
    .getByRole('list', { name: 'Connected wallets' })
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button')
    .first()

/** Connects another wallet beside the connected one. */
export async function addWallet(page: Page, name: string | RegExp): Promise<void> {
  const modal = await openProfile(page)
  await modal.getByRole('button', { name: 'Add a wallet' }).click()
  await expect(modal).toHaveAccessibleName('Connect wallet')
  await walletRowOf(modal, name).click()
  await expect(modalOf(page)).toBeHidden()
}
