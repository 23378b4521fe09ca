import '../plain.css'
import './window.css'
import { readSettings } from '../settings/readSettings.ts'
import { openWindow } from './openWindow.ts'

const root = document.querySelector<HTMLElement>('#root')
const settings = readSettings(document)
if (root && settings) openWindow(root, settings).catch(() => {}) // it has said what went wrong
