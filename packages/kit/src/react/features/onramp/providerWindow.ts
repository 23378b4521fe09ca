import { readDevice } from '../../../core/page/device.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { perKit } from '../../../core/kit/perKit.ts'

/** A window for a provider's page. */
export type ProviderWindow = Pick<Window, 'closed' | 'close' | 'focus'> & {
  location: Pick<Location, 'replace'>
}

/** The window of the last press; null if the browser blocked it. */
const windows = perKit((): { current?: ProviderWindow | null } => ({}))

/**
 * Whether the provider's page opens in this tab: in in-app browsers, whose windows do not return.
 */
export const isInThisTab = (): boolean => readDevice().isInApp

/**
 * Opens an empty window of 600 × 800 over the page. Call it inside the press. A window of an
 * earlier press is closed.
 */
export function openProviderWindow(kit: Kit): void {
  closeProviderWindow(kit)
  if (isInThisTab()) return
  const opened = navigator.onLine ? window.open('', '_blank', 'popup,width=600,height=800') : null
  if (opened) opened.opener = null // the provider's page gets no access to the site
  windows(kit).current = opened
}

/** The window of the last press; null if the browser blocked it, undefined before a press. */
export const providerWindow = (kit: Kit): ProviderWindow | null | undefined => windows(kit).current

/** Closes that window. */
export function closeProviderWindow(kit: Kit): void {
  windows(kit).current?.close()
  delete windows(kit).current
}
