import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { createRoot } from 'react-dom/client'
import { Page } from './Page.tsx'
import { site } from './site.ts'

// the API's port is another each time; the relay is named so that there are phones, and never asked
const api = location.hash.slice(1)
const kit = createKit({
  metadata: { name: site.name, url: site.url },
  networks: [site.network],
  adapters: [evm()],
  services: { api, relay: 'wss://relay.invalid' },
})

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <KitProvider kit={kit}>
      <Page>
        <ConnectButton />
      </Page>
    </KitProvider>,
  )
