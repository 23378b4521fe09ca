import * as times from '@latchkey/protocol/times'
import type { Clock } from '../core/clock.ts'
import type { Login } from '../core/login.ts'
import type { EntryPage, LoginWindow } from './entryPage.ts'
import { takeReturned } from './takeReturned.ts'

/**
 * What a login by a company begins with: the answer that came back in the page's address, or the
 * window of the press; null where the browser refused it or was offline, or none was opened.
 */
export type SocialStart = { resultUri: string } | { window: LoginWindow | null }

/**
 * The beginnings of logins by companies: what can't wait for code to load, the page's address and
 * the visitor's press.
 */
export type SocialStarts = {
  /** An answer came back, and nothing has taken it. */
  hasReturned(): boolean
  /** Opens the window, unless this tab is to be used, or a window waits already. */
  open(login: Login): void
  /** Takes what there is; the window is the login's from now on. */
  take(): SocialStart
  /** Takes the window alone: an answer that came back is another login's. */
  takeWindow(): LoginWindow | null
}

/**
 * Makes the beginnings for one page, and takes the answer out of its address. @param options.left
 * the query and the fragment that the page was left with
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
