import type { LoginWindow } from './entryPage.ts'
import type { SitePage } from './sitePage.ts'

/**
 * A window for tests. `navigated`: the addresses to which it navigated. `postMessage` delivers a
 * message from the window to the page, as the browser does.
 */
export type TestWindow = LoginWindow & {
  closed: boolean
  readonly navigated: readonly string[]
  postMessage(data: unknown, origin: string): void
}

/**
 * Starts a fake page of a site. Windows open unless `isBlocked`. Leaving the page only records the
 * address. Messages arrive at the global `window`.
 */
export function startTestSite({
  href = 'https://shop.example.org/cart?step=2#pay',
  isBlocked = false,
  isCutOff = false,
} = {}) {
  const windows: TestWindow[] = []
  const left: string[] = []
  const loaded: string[] = []
  const listeners = new Set<() => void>()
  const state = { href, isBlocked }

  function makeWindow(): TestWindow {
    const navigated: string[] = []
    const made: TestWindow = {
      closed: false,
      close: () => void (made.closed = true),
      focus() {},
      location: { replace: (url: string | URL) => void navigated.push(String(url)) },
      navigated,
      postMessage: (data, origin) =>
        void window.dispatchEvent(
          Object.assign(new Event('message'), { data, origin, source: made }),
        ),
    }
    windows.push(made)
    return made
  }

  const page: SitePage = {
    href: () => state.href,
    openWindow: () => (state.isBlocked ? null : makeWindow()),
    leave: (url) => void left.push(url),
    visit: (url) => void left.push(url),
    rename: (next) => void (state.href = next),
    load: (next) => void loaded.push(next),
    isCutOff: async () => isCutOff,
    onBack(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  /** Returns to the page by the back button. */
  const comeBack = () => listeners.forEach((listener) => listener())
  return { page, windows, left, loaded, state, comeBack }
}
