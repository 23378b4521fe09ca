import '../plain.css'
import './window.css'
import type { FrameSettings } from '@latchkey/protocol/walletServer'
import { readSettings } from '../settings/readSettings.ts'
import { loadScreens } from '../stage/prepareScreens.ts'
import { openWindow } from './openWindow.ts'

const root = document.querySelector<HTMLElement>('#root')
const settings = readSettings(document)

/** A window has the id of the frame that asked for it; a tab that came here has none. */
async function begin(root: HTMLElement, settings: FrameSettings): Promise<void> {
  if (new URLSearchParams(location.search).has('id')) return openWindow(root, settings)
  return (await import('../redirect/openRedirect.ts')).openRedirect(root, settings)
}

if (root && settings) {
  // what the page was opened for shows a screen: its code comes while the frame is greeted. What
  // did not come is asked for again when it is needed
  loadScreens().catch(() => {})
  begin(root, settings).catch(() => {}) // its texts did not load: the page stays empty
}
