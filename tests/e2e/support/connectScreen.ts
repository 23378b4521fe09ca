/** The Connect screen of the demo. */
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { KitOptions } from 'latchkey'
import { withOptions } from './options.ts'
import { connectButtonOf, modalOf } from './site.ts'

/** The list of wallets, once it has finished loading. */
export async function listOf(modal: Locator): Promise<Locator> {
  const list = modal.getByRole('list', { name: 'Wallets' })
  await expect(list).toHaveAttribute('aria-busy', 'false')
  return list.getByRole('listitem')
}

/** Opens the demo and, once its wallets are loaded, the modal. */
export async function open(
  page: Page,
  demo: string,
  options: Partial<KitOptions> = {},
  wallet = 'two',
): Promise<Locator> {
  await page.goto(`${demo}/?wallet=${wallet}&${withOptions(options)}`)
  if (wallet !== 'none') await page.waitForFunction(() => 'latchkeyWallet' in window)
  await connectButtonOf(page).click()
  await expect(modalOf(page)).toHaveAccessibleName('Connect wallet')
  return modalOf(page)
}
