import type { FrameSettings } from '@latchkey/protocol/walletServer'
import { openStore } from '../device/openStore.ts'
import { showPlainPage } from '../plainPage.ts'
import { takeReturned } from '../social/leaveForCompany.ts'
import { createWallet } from '../wallet/createWallet.ts'
import { addressOf, answerRedirect } from './answerRedirect.ts'
import type { Redirect } from './readRedirect.ts'
import { forgetRedirect, readRedirect } from './readRedirect.ts'

/**
 * Opens the wallet's own page for browsers that can't open windows: the site's tab has gone to this
 * page with a request. The page answers the request through the same screens and the same login as
 * the window, and goes back to the site's page.
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

/** Whether the browser loaded this page in one of these ways. Navigation Timing, level 2 */
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
