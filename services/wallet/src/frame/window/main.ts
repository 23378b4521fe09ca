import '../plain.css'
import './window.css'
import { readSettings } from '../settings/readSettings.ts'
import { loadScreens } from '../stage/prepareScreens.ts'
import { openWindow } from './openWindow.ts'

const root = document.querySelector<HTMLElement>('#root')
const settings = readSettings(document)
if (root && settings) {
  // what the window was opened for shows a screen: its code comes while the frame is greeted. What did not come is asked for again when it is needed
  loadScreens().catch(() => {})
  openWindow(root, settings).catch(() => {}) // its texts did not load: the page stays empty
}
