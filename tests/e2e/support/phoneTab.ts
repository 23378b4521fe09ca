import type { BrowserContext, Page } from '@playwright/test'

/**
 * Runs `work`, which opens the phone app by its https URL. In these tests the app opens in a new
 * tab. @returns that tab when the phone in it is ready
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
