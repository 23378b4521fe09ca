/** Sending, with the steps of a visitor. */
import { expect, type Locator, type Page } from '@playwright/test'
import { openAccount, visitConnected } from './site.ts'

/** Opens a site as a connected visitor, and the screen for sending. */
export async function openSend(page: Page, url: string): Promise<Locator> {
  await visitConnected(page, url)
  return sendAgain(page)
}

/**
 * Opens the screen for sending for a connected visitor. `account`: the account button, if it is not
 * that of an EVM account.
 */
export async function sendAgain(page: Page, account?: Locator): Promise<Locator> {
  const modal = await openAccount(page, account)
  await sendFromAccount(modal)
  return modal
}

/** Goes from the account to the screen for sending. */
export async function sendFromAccount(modal: Locator): Promise<void> {
  await modal.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(modal).toHaveAccessibleName('Send')
  await expect(modal.getByText(/ available$/)).toBeVisible()
}

/** Goes from a sent transfer to the screen for the next one. */
export async function sendNext(modal: Locator): Promise<void> {
  await modal.getByRole('button', { name: 'Done' }).click()
  await expect(modal).toHaveAccessibleName('Account')
  await sendFromAccount(modal)
}

/** Enters a transfer and opens its review. */
export async function review(
  modal: Locator,
  { amount, to }: { amount: string; to: string },
): Promise<void> {
  await amountOf(modal).fill(amount)
  await recipientOf(modal).fill(to)
  await modal.getByRole('button', { name: 'Review' }).click()
  await expect(modal).toHaveAccessibleName('Review')
}

/** Selects another token by its name. */
export async function chooseToken(modal: Locator, name: string | RegExp): Promise<void> {
  await modal.getByRole('button', { name: /^Token: / }).click()
  await expect(modal).toHaveAccessibleName('Choose a token')
  await modal.getByRole('list', { name: 'Choose a token' }).getByRole('button', { name }).click()
  await expect(modal).toHaveAccessibleName('Send')
}

export const amountOf = (modal: Locator): Locator => modal.getByRole('textbox', { name: 'Amount' })
export const recipientOf = (modal: Locator): Locator =>
  modal.getByRole('textbox', { name: 'Recipient' })
/** The button that sends, on the review screen. */
export const sendButtonOf = (modal: Locator): Locator =>
  modal.getByRole('button', { name: /^Send \S/ })
