import { StrictMode } from 'react'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { Page } from './Page.tsx'
import { readSettings } from './settings.ts'
import type { Settings } from './settings.ts'
import './styles/page.css'

/** The further pages, by path. A page's code is loaded when the page is opened. */
const pages: Record<string, () => Promise<ComponentType<{ settings: Settings }>>> = {
  '/headless': () => import('./headless/HeadlessPage.tsx').then(({ HeadlessPage }) => HeadlessPage),
  '/screens': () => import('./screens/ScreensPage.tsx').then(({ ScreensPage }) => ScreensPage),
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html lacks its #root')

const url = new URL(location.href)
const settings = readSettings(url)
const Shown = (await pages[url.pathname]?.()) ?? Page
const page = <Shown settings={settings} />
createRoot(root).render(settings.strict ? <StrictMode>{page}</StrictMode> : page)
