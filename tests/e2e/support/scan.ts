import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { script } from './phone.ts'
import { readCode } from './readCode.ts'
import { accountButtonOf, modalOf, openConnect, walletRowOf } from './site.ts'

/** Opens the demo and the QR code for a phone. */
export async function openCode(
  page: Page,
  { demo }: { demo: string },
  query = 'wallet=two',
): Promise<void> {
  const modal = await openConnect(page, `${demo}/?${query}`)
  await walletRowOf(modal, /^WalletConnect/).click()
  await expect(modal.getByRole('img', { name: /^QR code/ })).toBeVisible()
}

/** Reads the shown code like a scanner. */
export const scan = (page: Page): Promise<string> =>
  readCode(modalOf(page).getByRole('img', { name: /^QR code/ }))

/** Connects by code: the phone scans and approves. */
export async function connectPhone(
  page: Page,
  phone: Page,
  devnet: { demo: string },
): Promise<void> {
  await openCode(page, devnet)
  await script(phone, 'pair', await scan(page))
  await script(phone, 'approve')
  await expect(accountButtonOf(page)).toBeVisible()
  await expect(modalOf(page)).toBeHidden()
}
