import type { FrameSettings } from '@latchkey/protocol/walletServer'
import { openStore } from '../device/openStore.ts'
import { showPlainPage } from '../plainPage.ts'
import { takeReturned } from '../social/leaveForCompany.ts'
import { createWallet } from '../wallet/createWallet.ts'
import { addressOf, answerRedirect } from './answerRedirect.ts'
import type { Redirect } from './readRedirect.ts'
import { forgetRedirect, readRedirect } from './readRedirect.ts'

/**
 * Begins the wallet's own page where there are no windows: the site's tab has left for it, with a
 * request. It answers the request by the same screens as the window, with the login of the window,
 * and goes back to the site's page.
 */
export async function openRedirect(root: HTMLElement, settings: FrameSettings): Promise<void> {
  document.title = settings.operator
  const redirect = readRedirect(
    {
      href: location.href,
      referrer: document.referrer,
      storage: sessionStorage,
      wasHere: takeReturned.isThere() || isLoadedBy('reload'),
      isRestored: isLoadedBy('reload', 'back_forward'),
    },
    settings.origins,
  )
  if (!redirect) return showPlainPage(root, 'alone')
  try {
    location.replace(await serve(root, settings, redirect))
  } catch {
    await showPlainPage(root, 'broken') // the browser stores nothing for any page of the wallet
  }
}

/** How the browser came to load this page. Navigation Timing, level 2 */
const isLoadedBy = (...types: readonly unknown[]) =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && types.includes(entry.type))

/** @returns the address to go back to */
async function serve(
  root: HTMLElement,
  settings: FrameSettings,
  { request, origin }: Redirect,
): Promise<string> {
  const wallet = await createWallet({
    settings,
    origin,
    root,
    notify: () => {},
    store: await openStore(),
    place: 'window',
  })
  const answer = await answerRedirect(wallet, request)
  forgetRedirect(sessionStorage)
  return addressOf(request, answer)
}
