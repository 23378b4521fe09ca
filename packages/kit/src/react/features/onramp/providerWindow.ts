import { readDevice } from '../../../core/page/device.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { perKit } from '../../../core/kit/perKit.ts'

/** The window that shows a provider's page. */
export type ProviderWindow = Pick<Window, 'closed' | 'close' | 'focus'> & {
  location: Pick<Location, 'replace'>
}

/** The window that the last press opened; null if the browser blocked it. */
const windows = perKit((): { current?: ProviderWindow | null } => ({}))

/**
 * Whether the provider's page opens in this tab. It does in in-app browsers, because a visitor
 * cannot return from a new window there.
 */
export const isInThisTab = (): boolean => readDevice().isInApp

/**
 * Opens an empty window of 600 × 800 pixels over the page, and closes the window of an earlier
 * press. Call it in a click handler; otherwise the browser blocks the window.
 */
export function openProviderWindow(kit: Kit): void {
  closeProviderWindow(kit)
  if (isInThisTab()) return
  const opened = navigator.onLine ? window.open('', '_blank', 'popup,width=600,height=800') : null
  if (opened) opened.opener = null // the provider's page gets no access to the site
  windows(kit).current = opened
}

/** Returns the window that the last press opened; null if blocked, undefined before a press. */
export const providerWindow = (kit: Kit): ProviderWindow | null | undefined => windows(kit).current

/** Closes the window that the last press opened. */
export function closeProviderWindow(kit: Kit): void {
  windows(kit).current?.close()
  delete windows(kit).current
}
