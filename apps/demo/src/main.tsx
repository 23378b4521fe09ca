import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Page } from './Page.tsx'
import { readSettings } from './settings.ts'
import './styles/page.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html lacks its #root')

const settings = readSettings(new URL(location.href))
const page = <Page settings={settings} />
createRoot(root).render(settings.strict ? <StrictMode>{page}</StrictMode> : page)
