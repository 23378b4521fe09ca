import '../../parts/overlayWallet.ts'
import '../../parts/wallet.ts'
import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { KitProvider } from 'latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { first, relay, second, services } from '../../parts/chains.ts'
import { dialogs } from './dialogs.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { Sponge } from './Sponge.tsx'

const kit = createKit({
  metadata: { name: 'Site with dialogs', url: location.origin },
  networks: [first, second],
  adapters: [evm()],
  services: { ...services, relay: relay ?? '' },
})

/** The library that the address names: `?with=radix`. */
const name = new URLSearchParams(location.search).get('with') ?? 'none'
const SiteDialog = dialogs[name]

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Sponge>
        <KitProvider kit={kit}>
          <h1>A site with dialogs: {name}</h1>
          <Shortcuts />
          {SiteDialog && <SiteDialog />}
        </KitProvider>
      </Sponge>
    </StrictMode>,
  )
