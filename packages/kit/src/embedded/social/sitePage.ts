import { entryPage } from '../entryPage.ts'
import type { EntryPage } from '../entryPage.ts'

/** The site's page, as logins by companies use it; a test passes its own. */
export type SitePage = EntryPage & {
  /** Leaves for another address in the same tab. */
  leave(url: string): void
  /** Calls back when the visitor comes back to the page, which the browser has kept, until the returned function is called. */
  onBack(listener: () => void): () => void
}

/** The page that this code runs in. */
export const sitePage: SitePage = {
  ...entryPage,
  leave: (url) => location.assign(url),
  onBack(listener) {
    const hear = ({ persisted }: PageTransitionEvent) => persisted && listener()
    window.addEventListener('pageshow', hear)
    return () => window.removeEventListener('pageshow', hear)
  },
}
