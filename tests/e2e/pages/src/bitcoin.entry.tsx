import { createKit } from 'latchkey'
import { bitcoin } from 'latchkey/bitcoin'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { createBitcoinWallet } from 'latchkey/testing/bitcoin'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * A site with Bitcoin alone. `?node=` is the Esplora, `?wallet=` the interface of the wallet, `?api=`
 * the API, if there is one.
 */
const parameters = new URLSearchParams(location.search)
const dialect = (['standard', 'satsConnect', 'unisat', 'leather', 'metamask'] as const).find(
  (name) => name === parameters.get('wallet'),
)
const wallet = createBitcoinWallet({
  ...(dialect && { dialect }),
  storage: localStorage,
})
wallet.share([Number(parameters.get('account') ?? 0)])
wallet.register()
Object.assign(window, { wallet })

const api = parameters.get('api')
const kit = createKit({
  ...(api !== null && { services: { api } }),
  metadata: { name: 'Shop', url: location.origin },
  networks: [
    {
      id: '0f9188f13cb7b2c71f2a335e3a4fc328',
      namespace: 'bip122',
      name: 'Bitcoin Regtest',
      nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
      rpcUrls: { default: { http: [parameters.get('node') ?? ''] } },
    },
  ],
  adapters: [bitcoin()],
})

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <KitProvider kit={kit}>
        <header>
          <ConnectButton />
        </header>
      </KitProvider>
    </StrictMode>,
  )
