import type { Locator, Page } from '@playwright/test'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'
import catalogue from '../../../services/api/data/wallets.json' with { type: 'json' }
import { expect } from '../fixtures/test.ts'
import { openConnect } from './site.ts'

/**
 * Every wallet of the list in its order. The demo adds the first wallet itself. The other wallets
 * support the demo's namespace.
 */
export const all = [
  'Pocket',
  ...catalogue
    .filter(({ namespaces }) => namespaces.includes('eip155'))
    .map(({ name }) => name.trim()),
]
export const listOf = (modal: Locator) => modal.getByRole('list', { name: 'All wallets' })
export const tileOf = (modal: Locator, name: string) =>
  modal.getByRole('button', { name, exact: true })
export const searchOf = (modal: Locator) => modal.getByRole('searchbox', { name: 'Search wallets' })
export const statusOf = (modal: Locator) => modal.locator('.all-wallets').getByRole('status')

/** Opens the list from the Connect screen. `isThere`: whether to wait for its wallets. */
export async function openAll(
  page: Page,
  devnet: Addresses,
  { isThere = true } = {},
): Promise<Locator> {
  const modal = await openConnect(page, `${devnet.demo}/?wallet=approve`)
  await modal.getByRole('button', { name: /^All wallets/ }).click()
  await expect(modal).toHaveAccessibleName('All wallets')
  if (isThere) await expect(tileOf(modal, 'MetaMask')).toBeVisible()
  return modal
}
