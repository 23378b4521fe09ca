import { expect } from '../fixtures/test.ts'
import type { Locator, Page } from '@playwright/test'
import { connect, openAccount } from './site.ts'

/** Connects and opens the account. @returns the rows of its tokens, once they are loaded, with their texts, and the line with their age */
export async function openSeenTokens(page: Page, demo: string): Promise<{ modal: Locator; tokens: Locator; seen: string[]; stale: Locator }> {
  await connect(page, `${demo}/?wallet=approve`)
  const modal = await openAccount(page)
  const tokens = modal.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
  await expect(tokens.first()).toBeVisible()
  return { modal, tokens, seen: await tokens.allTextContents(), stale: modal.getByRole('status').filter({ hasText: 'Could not refresh' }) }
}
