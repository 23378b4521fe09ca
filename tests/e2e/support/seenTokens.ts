import { expect } from '../fixtures/test.ts'
import type { Locator, Page } from '@playwright/test'
import { openAccount, visitConnected } from './site.ts'

/**
 * Opens the account of a connected visitor. @returns the rows of its tokens once they are loaded,
 * their texts, and the line with their age
 */
export async function openSeenTokens(
  page: Page,
  demo: string,
): Promise<{ modal: Locator; tokens: Locator; seen: string[]; stale: Locator }> {
  await visitConnected(page, `${demo}/?wallet=approve`)
  const modal = await openAccount(page)
  const tokens = modal.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
  await expect(tokens.first()).toBeVisible()
  return {
    modal,
    tokens,
    seen: await tokens.allTextContents(),
    stale: modal.getByRole('status').filter({ hasText: 'Could not refresh' }),
  }
}
