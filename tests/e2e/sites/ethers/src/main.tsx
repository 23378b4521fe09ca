import '../../parts/wallet.ts'
import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { KitProvider } from 'latchkey/react'
import { version } from 'ethers'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { first, second } from '../../parts/chains.ts'
import { KitHalf } from '../../parts/KitHalf.tsx'
import { EthersHalf } from './EthersHalf.tsx'

const kit = createKit({
  metadata: { name: 'Site with ethers', url: location.origin },
  networks: [first, second],
  adapters: [evm()],
})

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <KitProvider kit={kit}>
        <h1>A site with ethers {version}</h1>
        <KitHalf />
        <EthersHalf kit={kit} />
      </KitProvider>
    </StrictMode>,
  )
