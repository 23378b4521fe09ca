/** A window that was opened for a company's login. */
export type LoginWindow = Pick<Window, 'closed' | 'close' | 'focus'> & {
  location: Pick<Location, 'replace'>
}

/** The site's page, as the beginning of a login by a company uses it. */
export type EntryPage = {
  /** Its address. */
  href(): string
  /**
   * Opens an empty window over the page; null where the browser refuses it, or is offline: the
   * window would stay empty, over what says so.
   */
  openWindow(): LoginWindow | null
  /** Writes another address of the same page, without loading it. */
  rename(href: string): void
  /** Loads another address of the same page, in its place. */
  load(href: string): void
}

/**
 * The page that this code runs in. On a server its address is empty. A login's window is 600 × 800
 * CSS pixels. frame 5
 */
export const entryPage: EntryPage = {
  href: () => globalThis.location?.href ?? '',
  openWindow() {
    try {
      return navigator.onLine ? window.open('', '_blank', 'popup,width=600,height=800') : null
    } catch {
      return null // some apps have no such function, or one that throws
    }
  },
  rename: (href) => history.replaceState(history.state, '', href),
  load: (href) => location.replace(href),
}
