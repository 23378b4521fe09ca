import { createKit } from 'latchkey'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { solana } from 'latchkey/solana'
import { createSolanaWallet, memoryStorage } from 'latchkey/testing'
import { useConnect, useDisconnect, useWallets } from '@wallet-standard/react'
import type { UiWallet } from '@wallet-standard/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Who } from './Who.tsx'

const network = {
  id: 'LatchkeyTestNetwork1111111111111',
  namespace: 'solana' as const,
  name: 'Local',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}
const wallet = createSolanaWallet({ name: 'Mine' })
wallet.register()
Object.assign(window, { share: wallet.share })

const kit = createKit({
  metadata: { name: 'Shop', url: location.origin },
  networks: [network],
  adapters: [solana({ announce: true })],
  storage: memoryStorage(),
})

/** A wallet's data in another library, and its buttons. */
function Known({ of }: { of: UiWallet }) {
  const [, connect] = useConnect(of)
  const [, disconnect] = useDisconnect(of)
  return (
    <section aria-label={of.name}>
      <ul>
        {of.accounts.map(({ address }) => (
          <li key={address}>{address}</li>
        ))}
      </ul>
      <button type="button" onClick={() => void connect()}>
        Connect by the library
      </button>
      <button type="button" onClick={() => void disconnect()}>
        Disconnect by the library
      </button>
    </section>
  )
}

function Page() {
  const known = useWallets().filter(({ name }) => name === 'Latchkey')
  return (
    <main>
      <h1>The kit's wallet in another library</h1>
      <ConnectButton />
      <Who label="kit" />
      {known.map((one) => (
        <Known key={one.name} of={one} />
      ))}
    </main>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <KitProvider kit={kit}>
        <Page />
      </KitProvider>
    </StrictMode>,
  )
