import type { BrowserContext, Page } from '@playwright/test'

/** Does what opens an app by its https address, which is a tab here, and gives back the phone in it. */
export async function phoneTab(context: BrowserContext, work: () => Promise<void>): Promise<Page> {
  const opening = context.waitForEvent('page')
  await work()
  const phone = await opening
  await phone.waitForLoadState()
  await phone.waitForFunction(() => 'latchkeyPhone' in window)
  await phone.evaluate(() => window.latchkeyPhone.ready)
  return phone
}
