import { onPageBack } from '../core/onPageBack.ts'
import { isPageCutOff } from './cutsWindowsOff.ts'
import { entryPage } from './entryPage.ts'
import type { EntryPage } from './entryPage.ts'

/** The site's page, as logins by companies use it; a test passes its own. */
export type SitePage = EntryPage & {
  /** Leaves for another address in the same tab. */
  leave(url: string): void
  /**
   * The same, so that the other page learns this page's origin, whatever the site's Referrer-Policy
   * is.
   */
  visit(url: string): void
  /**
   * Whether its windows are cut off from it once they show another site's page
   * (`Cross-Origin-Opener-Policy: same-origin`).
   */
  isCutOff(): Promise<boolean>
  /**
   * Calls back when the visitor comes back to the page, which the browser has kept, until the
   * returned function is called.
   */
  onBack(listener: () => void): () => void
}

/** The page that this code runs in. */
export const sitePage: SitePage = {
  ...entryPage,
  leave: (url) => location.assign(url),
  visit(url) {
    // outside of the page, so that neither a router nor the site hears of the press
    const link = document.createElement('a')
    link.referrerPolicy = 'origin'
    link.target = '_self'
    link.href = url
    link.click()
  },
  isCutOff: isPageCutOff,
  onBack: onPageBack,
}
