import '../../parts/wallet.ts'
import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { KitProvider } from 'latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { first, second, services } from '../../parts/chains.ts'
import { KitHalf } from '../../parts/KitHalf.tsx'
import { ViemHalf } from './ViemHalf.tsx'

const kit = createKit({
  metadata: { name: 'Site with viem', url: location.origin },
  networks: [first, second],
  adapters: [evm()],
  services,
})

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <KitProvider kit={kit}>
        <h1>A site with viem</h1>
        <KitHalf />
        <ViemHalf kit={kit} />
      </KitProvider>
    </StrictMode>,
  )
