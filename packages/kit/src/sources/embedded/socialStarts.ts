import * as times from '@latchkey/protocol/times'
import type { Clock } from '../../core/page/clock.ts'
import type { Login } from '../../core/contracts/login.ts'
import type { EntryPage, LoginWindow } from './entryPage.ts'
import { takeReturned } from './takeReturned.ts'

/**
 * The start of a company login: the answer that returned in the page's address, or the window of
 * the press. The window is null if the browser refused it or was offline, or if no window was
 * opened.
 */
export type SocialStart = { resultUri: string } | { window: LoginWindow | null }

/**
 * What a company login needs before its code has loaded: the answer is removed from the page's
 * address at once, and a window has to open during the visitor's press.
 */
export type SocialStarts = {
  /** Whether an answer has returned that no login has taken yet. */
  hasReturned(): boolean
  /** Opens the window, unless the login uses this tab, or a window is open already. */
  open(login: Login): void
  /** Returns the answer or the window, once. The caller's login then has to close the window. */
  take(): SocialStart
  /** Returns only the window, for a login to which a returned answer does not belong. */
  takeWindow(): LoginWindow | null
}

/**
 * Creates the object for one page, and removes the answer from the page's address.
 * @param options.left query and fragment of the page that was left
 */
export function createSocialStarts({
  clock,
  page,
  left,
  needsWindow,
}: {
  clock: Clock
  page: EntryPage
  left: () => string
  needsWindow: (login: Login) => boolean
}): SocialStarts {
  let returned = takeReturned(page, left)
  let waiting: { window: LoginWindow | null; stop: () => void } | undefined

  function takeWindow(): LoginWindow | null {
    const start = waiting
    waiting = undefined
    start?.stop()
    return start?.window ?? null
  }

  return {
    takeWindow,
    hasReturned: () => returned !== undefined,
    open(login) {
      if (waiting || returned !== undefined || !needsWindow(login)) return
      const opened = page.openWindow()
      const stop = clock.setTimeout(() => {
        waiting = undefined
        opened?.close()
      }, times.socialWindow)
      waiting = { window: opened, stop }
    },
    take() {
      const resultUri = returned
      const window = takeWindow()
      returned = undefined
      return resultUri === undefined ? { window } : { resultUri }
    },
  }
}
