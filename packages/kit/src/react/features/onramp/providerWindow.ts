import { readDevice } from '../../../core/device.ts'
import type { Kit } from '../../../core/kit.ts'
import { perKit } from '../../../core/perKit.ts'

/** A window for a provider's page. */
export type ProviderWindow = Pick<Window, 'closed' | 'close' | 'focus'> & {
  location: Pick<Location, 'replace'>
}

/** The window of the last press; null where the browser refused it. */
const windows = perKit((): { current?: ProviderWindow | null } => ({}))

/**
 * Whether the provider's page is to be shown in this tab: in apps that show pages themselves, whose
 * windows do not come back.
 */
export const isInThisTab = (): boolean => readDevice().isInApp

/**
 * Opens an empty window of 600 × 800 over the page. Call it within the press. One of an earlier
 * press is closed.
 */
export function openProviderWindow(kit: Kit): void {
  closeProviderWindow(kit)
  if (isInThisTab()) return
  const opened = navigator.onLine ? window.open('', '_blank', 'popup,width=600,height=800') : null
  if (opened) opened.opener = null // the provider's page has no hold on the site
  windows(kit).current = opened
}

/** The window of the last press; null where the browser refused it, undefined before a press. */
export const providerWindow = (kit: Kit): ProviderWindow | null | undefined => windows(kit).current

/** Closes that window. */
export function closeProviderWindow(kit: Kit): void {
  windows(kit).current?.close()
  delete windows(kit).current
}
