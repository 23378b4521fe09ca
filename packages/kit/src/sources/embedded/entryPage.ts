/** A window for a company login. */
export type LoginWindow = Pick<Window, 'closed' | 'close' | 'focus'> & {
  location: Pick<Location, 'replace'>
}

/** The parts of the site's page that the start of a company login uses. */
export type EntryPage = {
  /** The page's address. */
  href(): string
  /**
   * Opens an empty window over the page. Null where the browser refuses it. Also null while
   * offline, because an empty window would cover the error.
   */
  openWindow(): LoginWindow | null
  /** Replaces the address of the page without loading it. */
  rename(href: string): void
  /** Loads another address in place of this page. */
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
      return null // in some apps, `window.open` is missing or throws
    }
  },
  rename: (href) => history.replaceState(history.state, '', href),
  load: (href) => location.replace(href),
}
