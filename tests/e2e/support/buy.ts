/** Buying, with the steps of a visitor: on the site, and on the page of the sandbox. */
import { expect, type Locator, type Page } from '@playwright/test'
import { openAccount, visitConnected } from './site.ts'

/** The sandbox's cards, by the outcome of a payment. */
export const cards = {
  accepted: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asks: '4000 0000 0000 3220',
  slow: '4000 0000 0000 0077',
} as const

/** Opens a site as a connected visitor, and the screen for buying. */
export async function openBuy(page: Page, url: string): Promise<Locator> {
  await visitConnected(page, url)
  const modal = await openAccount(page)
  await buyFromAccount(modal)
  return modal
}

/** Goes from the account to the screen for buying. */
export async function buyFromAccount(modal: Locator): Promise<void> {
  await modal.getByRole('button', { name: 'Buy', exact: true }).click()
  await expect(modal).toHaveAccessibleName('Buy')
  await expect(moneyOf(modal)).toBeVisible()
}

export const moneyOf = (modal: Locator): Locator =>
  modal.getByRole('textbox', { name: /^Amount in / })
export const continueOf = (modal: Locator): Locator =>
  modal.getByRole('button', { name: 'Continue with Sandbox' }).last()

/** Chooses the token to buy by its symbol. */
export async function chooseBought(modal: Locator, symbol: string): Promise<void> {
  await modal.getByRole('button', { name: / on .* Change$/ }).click()
  await expect(modal).toHaveAccessibleName('Choose a token')
  await modal
    .getByRole('list', { name: 'Choose a token' })
    .getByRole('button', { name: new RegExp(`\\b${symbol}$`) })
    .first()
    .click()
  await expect(modal).toHaveAccessibleName('Buy')
}

/** Enters an amount, and continues to the sandbox's page, which opens in its own window. */
export async function toCheckout(page: Page, modal: Locator, amount = '100'): Promise<Page> {
  await moneyOf(modal).fill(amount)
  const [checkout] = await Promise.all([page.waitForEvent('popup'), continueOf(modal).click()])
  await expect(checkout.getByRole('button', { name: /^Pay / })).toBeVisible()
  return checkout
}

/** Pays on the sandbox's page. */
export async function pay(checkout: Page, card: keyof typeof cards = 'accepted'): Promise<void> {
  await checkout.getByLabel('Card number').fill(cards[card])
  await checkout.getByLabel('Expiry date').fill('12/34')
  await checkout.getByLabel('Security code').fill('123')
  await checkout.getByLabel('Name').fill('Ann Lee')
  await checkout.getByRole('button', { name: /^Pay / }).click()
  if (card !== 'asks') return
  await checkout.getByLabel('Code').fill('123456')
  await checkout.getByRole('button', { name: 'Confirm' }).click()
}

/**
 * Waits until the tokens have arrived. @returns the amount on the screen, without thousands
 * separators
 */
export async function boughtIn(modal: Locator): Promise<string> {
  const title = modal.getByText(/^[\d.,]+ \w+ arrived$/)
  await expect(title).toBeVisible({ timeout: 45_000 })
  return ((await title.textContent()) ?? '').split(' ')[0]?.replaceAll(',', '') ?? ''
}
