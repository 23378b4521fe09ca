import * as times from '@latchkey/protocol/times'
import type { Clock } from '../../core/page/clock.ts'
import type { Login } from '../../core/contracts/login.ts'
import type { EntryPage, LoginWindow } from './entryPage.ts'
import { takeReturned } from './takeReturned.ts'

/**
 * The start of a company login: the answer that returned in the page's address, or the window of
 * the press. The window is null where the browser refused it or was offline, or none was opened.
 */
export type SocialStart = { resultUri: string } | { window: LoginWindow | null }

/**
 * The starts of company logins: the page's address and the visitor's press, which can't wait for
 * code to load.
 */
export type SocialStarts = {
  /** Whether an answer has returned that was not taken yet. */
  hasReturned(): boolean
  /** Opens the window, unless the login uses this tab, or a window is open already. */
  open(login: Login): void
  /** Takes the start. From then on the window belongs to the login. */
  take(): SocialStart
  /** Takes only the window: a returned answer belongs to another login. */
  takeWindow(): LoginWindow | null
}

/**
 * Creates the starts for one page, and removes the answer from its address.
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
