import * as times from '@latchkey/protocol/times'
import type { Clock } from '../core/clock.ts'
import { readDevice } from '../core/device.ts'
import type { Login, SocialLogin } from '../core/login.ts'
import type { LoginWindow, SitePage } from './sitePage.ts'

/** How a login by a company goes on: with the answer that came back in the page's address, with this tab, or with a window; null where the browser refused one. */
export type SocialStart = { resultUri: string } | { isRedirect: true } | { window: LoginWindow | null }

/** The beginnings of logins by companies: what has to happen in the visitor's press, before any code is loaded. */
export type SocialStarts = {
  /** Opens the window, unless this tab is used or a window waits already. */
  open(login: Login): void
  /** How this login goes on; the window is the login's from now on. */
  take(login: SocialLogin): SocialStart
}

type Host = {
  clock: Clock
  page: SitePage
  /** Whether the wallet lets visitors in by this company. */
  isOffered: (login: SocialLogin) => boolean
  /** Takes the answer that came back in the page's address; undefined without one. */
  takeReturned: () => string | undefined
  hasReturned: () => boolean
}

/** Makes the beginnings for one page. */
export function createSocialStarts({ clock, page, isOffered, takeReturned, hasReturned }: Host): SocialStarts {
  let waiting: { window: LoginWindow | null; stop: () => void } | undefined

  return {
    open(login) {
      if (waiting || !('social' in login) || login.social === 'farcaster' || hasReturned() || isRedirect(login) || !isOffered(login)) return
      const opened = page.openWindow()
      const stop = clock.setTimeout(() => {
        waiting = undefined
        opened?.close()
      }, times.socialWindow)
      waiting = { window: opened, stop }
    },
    take(login) {
      const resultUri = takeReturned()
      if (resultUri !== undefined) return { resultUri }
      if (isRedirect(login)) return { isRedirect: true }
      const taken = waiting
      waiting = undefined
      taken?.stop()
      return { window: taken?.window ?? null }
    },
  }
}

/** Whether a login uses this tab: apps that show pages themselves open no windows. */
const isRedirect = ({ mode }: SocialLogin) => (mode ?? (readDevice().isInApp ? 'redirect' : 'window')) === 'redirect'
