import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Account } from './Account.tsx'
import { api, network } from './config.ts'

const kit = createKit({
  metadata: { name: 'My site', url: location.origin },
  networks: [network],
  adapters: [evm()],
  services: { api },
})

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <KitProvider kit={kit}>
        <header>
          <ConnectButton />
        </header>
        <main>
          <h1>esbuild</h1>
          <Account />
        </main>
      </KitProvider>
    </StrictMode>,
  )
