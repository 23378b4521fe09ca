import type { BrowserContext, Page } from '@playwright/test'

/**
 * Runs an action that opens an app by its https URL, which is a tab here, and returns the phone in
 * it.
 */
export async function phoneTab(context: BrowserContext, work: () => Promise<void>): Promise<Page> {
  const opening = context.waitForEvent('page')
  await work()
  const phone = await opening
  await phone.waitForLoadState()
  await phone.waitForFunction(() => 'latchkeyPhone' in window)
  await phone.evaluate(() => window.latchkeyPhone.ready)
  return phone
}
