import '../plain.css'
import './window.css'
import { readSettings } from '../settings/readSettings.ts'
import { openWindow } from './openWindow.ts'

const root = document.querySelector<HTMLElement>('#root')
const settings = readSettings(document)
if (root && settings) openWindow(root, settings).catch(() => {}) // its texts did not load: the page stays empty
