/** Swapping, with the steps of a visitor. */
import { expect, type Locator, type Page } from '@playwright/test'
import { openAccount, visitConnected } from './site.ts'

/** Opens a site as a visitor who is connected, and the screen for swapping. */
export async function openSwap(page: Page, url: string): Promise<Locator> {
  await visitConnected(page, url)
  const modal = await openAccount(page)
  await swapFromAccount(modal)
  return modal
}

/** Goes from the account to the screen for swapping. */
export async function swapFromAccount(modal: Locator): Promise<void> {
  await modal.getByRole('button', { name: 'Swap', exact: true }).click()
  await expect(modal).toHaveAccessibleName('Swap')
  await expect(modal.getByText(/ available$/)).toBeVisible()
}

/** Chooses the token of a side by its symbol. */
export async function chooseToken(modal: Locator, side: 'pay' | 'get', symbol: string): Promise<void> {
  await modal.locator('.swap-field').nth(side === 'pay' ? 0 : 1).getByRole('button', { name: /^Token: |^Select token/ }).click()
  await expect(modal).toHaveAccessibleName('Select token')
  await modal.getByRole('searchbox').fill(symbol)
  await modal.getByRole('list', { name: 'Found' }).getByRole('button', { name: new RegExp(`\\b${symbol}\\b`) }).first().click()
  await expect(modal).toHaveAccessibleName('Swap')
}

/** Enters a swap and opens its review, once it has been checked. */
export async function reviewSwap(modal: Locator, { pay, get, amount }: { pay?: string; get?: string; amount: string }): Promise<void> {
  if (pay) await chooseToken(modal, 'pay', pay)
  if (get) await chooseToken(modal, 'get', get)
  await amountOf(modal).fill(amount)
  await modal.getByRole('button', { name: 'Review swap' }).last().click()
  await expect(modal.locator('.swap-conditions[aria-busy=false]')).toBeVisible()
}

export const amountOf = (modal: Locator): Locator => modal.getByRole('textbox', { name: 'Amount to pay' })
/** The button that swaps, on the review screen. */
export const swapButtonOf = (modal: Locator): Locator => modal.getByRole('button', { name: /^Swap \S/ })

/** Waits until a swap has arrived. @returns the amount as it is shown */
export async function arrivedIn(modal: Locator): Promise<string> {
  const title = modal.getByText(/ arrived$/)
  await expect(title).toBeVisible({ timeout: 30_000 })
  return (await title.textContent()) ?? ''
}
