import type { BrowserContext, Page } from '@playwright/test'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'

/** Makes the apps of a page, or of all pages, read other addresses than the devnet's. */
export async function changeAddresses(
  pages: Page | BrowserContext,
  change: (known: Addresses) => object,
): Promise<void> {
  await pages.route('**/devnet.json', async (route) => {
    // like a browser, retries when the server closes the reused connection at this moment
    const response = await route.fetch({ maxRetries: 1 })
    const known = (await response.json()) as Addresses // the server writes this form
    await route.fulfill({ json: change(known) })
  })
}
