import type { BrowserContext, Page } from '@playwright/test'
import type { Addresses } from '../../../devnet/src/startLatchkey.ts'

/** Makes the apps of a page, or of all pages, read other addresses than the devnet's. */
export async function changeAddresses(
  pages: Page | BrowserContext,
  change: (known: Addresses) => object,
): Promise<void> {
  await pages.route('**/devnet.json', async (route) => {
    // the server may close a kept connection at this moment; a browser retries then, too
    const response = await route.fetch({ maxRetries: 1 })
    const known = (await response.json()) as Addresses // as its server writes it
    await route.fulfill({ json: change(known) })
  })
}
