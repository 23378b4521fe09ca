import '../plain.css'
import './window.css'
import type { FrameSettings } from '@latchkey/protocol/walletServer'
import { readSettings } from '../readSettings.ts'
import { loadScreens } from '../stage/prepareScreens.ts'
import { openWindow } from './openWindow.ts'

const root = document.querySelector<HTMLElement>('#root')
const settings = readSettings(document)

/**
 * Starts the page. A window has the id of the frame for which it was opened; a tab that was
 * navigated here has none.
 */
async function begin(root: HTMLElement, settings: FrameSettings): Promise<void> {
  if (new URLSearchParams(location.search).has('id')) return openWindow(root, settings)
  return (await import('../redirect/openRedirect.ts')).openRedirect(root, settings)
}

if (root && settings) {
  // the page will show a screen, so its code is loaded during the handshake; code that fails
  // to load is loaded again when it is needed
  loadScreens().catch(() => {})
  begin(root, settings).catch(() => {}) // its texts did not load: the page stays empty
}
