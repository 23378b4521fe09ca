import '../../parts/wallet.ts'
import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { KitProvider } from 'latchkey/react'
import { StrictMode, version } from 'react'
import { createRoot } from 'react-dom/client'
import { first, second, services } from '../../parts/chains.ts'
import { KitHalf } from '../../parts/KitHalf.tsx'

const kit = createKit({
  metadata: { name: 'Site with React 18', url: location.origin },
  networks: [first, second],
  adapters: [evm()],
  services,
})

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <KitProvider kit={kit}>
        <h1>A site with React {version}</h1>
        <KitHalf />
      </KitProvider>
    </StrictMode>,
  )
