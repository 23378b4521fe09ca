import {
  createDefaultAuthorizationCache,
  createDefaultChainSelector,
  registerMwa,
} from '@solana-mobile/wallet-standard-mobile'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { createRoot } from 'react-dom/client'
import { kit } from './kit.ts'

registerMwa({
  appIdentity: { name: 'My site', uri: location.origin },
  chains: ['solana:mainnet'],
  authorizationCache: createDefaultAuthorizationCache(),
  chainSelector: createDefaultChainSelector(),
  // without this function the adapter opens its own window
  onWalletNotFound: async () => void Object.assign(window, { notFound: true }),
})

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <KitProvider kit={kit}>
      <ConnectButton />
    </KitProvider>,
  )
