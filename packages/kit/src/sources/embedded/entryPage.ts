/** A window for a company login. */
export type LoginWindow = Pick<Window, 'closed' | 'close' | 'focus'> & {
  location: Pick<Location, 'replace'>
}

/** The parts of the site's page that the start of a company login uses. */
export type EntryPage = {
  /** The page's address. */
  href(): string
  /**
   * Opens an empty window over the page. Null where the browser refuses it or is offline: the
   * window would stay empty and cover the error.
   */
  openWindow(): LoginWindow | null
  /** Replaces the address of the page without loading it. */
  rename(href: string): void
  /** Replaces the page by another address of it, and loads that. */
  load(href: string): void
}

/**
 * The page in which this code runs. On a server its address is empty. The window of a login has 600
 * × 800 CSS pixels (docs/contracts/frame.md#login-at-a-company).
 */
export const entryPage: EntryPage = {
  href: () => globalThis.location?.href ?? '',
  openWindow() {
    try {
      return navigator.onLine ? window.open('', '_blank', 'popup,width=600,height=800') : null
    } catch {
      return null // in some apps the function is missing or throws
    }
  },
  rename: (href) => history.replaceState(history.state, '', href),
  load: (href) => location.replace(href),
}
