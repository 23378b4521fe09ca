import { onPageBack } from '../../core/page/onPageBack.ts'
import { isPageCutOff } from './cutsWindowsOff.ts'
import { entryPage } from './entryPage.ts'
import type { EntryPage } from './entryPage.ts'

/** The site's page, for logins at companies and in the wallet's page. A test passes its own. */
export type SitePage = EntryPage & {
  /** Navigates the tab to another address. */
  leave(url: string): void
  /**
   * Navigates the tab to a page that needs this page's origin. The page gets it as the referrer,
   * whatever the site's Referrer-Policy is.
   */
  visit(url: string): void
  /**
   * Whether the page is severed from its windows once they show another site
   * (`Cross-Origin-Opener-Policy: same-origin`).
   */
  isCutOff(): Promise<boolean>
  /**
   * Calls back when the visitor returns to this page from the bfcache.
   * @returns the function that removes the listener
   */
  onBack(listener: () => void): () => void
}

/** The page in which this code runs. */
export const sitePage: SitePage = {
  ...entryPage,
  leave: (url) => location.assign(url),
  visit(url) {
    // the link is not in the document, so neither a router nor the site sees the click
    const link = document.createElement('a')
    link.referrerPolicy = 'origin'
    link.target = '_self'
    link.href = url
    link.click()
  },
  isCutOff: isPageCutOff,
  onBack: onPageBack,
}
