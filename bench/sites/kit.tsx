import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { createRoot } from 'react-dom/client'
import { Page } from './Page.tsx'
import { site } from './site.ts'

const kit = createKit({ metadata: { name: site.name, url: site.url }, networks: [site.network], adapters: [evm()] })

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <KitProvider kit={kit}>
      <Page>
        <ConnectButton />
      </Page>
    </KitProvider>,
  )
