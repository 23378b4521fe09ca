import { RootContext } from '@latchkey/ui/styles/adoptStyles.ts'
import '@latchkey/ui/styles/tokens.css'
import '@latchkey/ui/styles/layout.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { exposePhone } from './phone/exposePhone.ts'
import { startPhone } from './phone/startPhone.ts'
import { addressAfterStart, readSettings } from './settings.ts'
import './styles/page.css'
import './styles/frame.css'
import './styles/parts.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html lacks its #root')

const address = new URL(location.href)
history.replaceState(null, '', addressAfterStart(address))
const starting = startPhone(readSettings(address))
exposePhone(starting)
createRoot(root).render(
  <StrictMode>
    <RootContext value={document}>
      <App starting={starting} />
    </RootContext>
  </StrictMode>,
)
