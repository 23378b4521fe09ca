/** A window that was opened for a company's login. */
export type LoginWindow = Pick<Window, 'closed' | 'close' | 'focus'> & { location: Pick<Location, 'replace'> }

/** The site's page, as logins by companies use it; a test passes its own. */
export type SitePage = {
  /** Its address. */
  href(): string
  /** Opens an empty window over the page; null where the browser refuses it. */
  openWindow(): LoginWindow | null
  /** Leaves for another address in the same tab. */
  leave(url: string): void
  /** Writes another address of the same page, without loading it. */
  rename(href: string): void
  /** Calls back when the visitor comes back to the page, which the browser has kept, until the returned function is called. */
  onBack(listener: () => void): () => void
}

/** The page that this code runs in. On a server its address is empty. A login's window is 600 × 800 CSS pixels. frame 5 */
export const sitePage: SitePage = {
  href: () => globalThis.location?.href ?? '',
  openWindow: () => window.open('', '_blank', 'popup,width=600,height=800'),
  leave: (url) => location.assign(url),
  rename: (href) => history.replaceState(history.state, '', href),
  onBack(listener) {
    const hear = ({ persisted }: PageTransitionEvent) => persisted && listener()
    window.addEventListener('pageshow', hear)
    return () => window.removeEventListener('pageshow', hear)
  },
}
