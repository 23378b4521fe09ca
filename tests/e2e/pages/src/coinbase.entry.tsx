import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { memoryStorage } from 'latchkey/testing'
import type { DevelopmentWallet } from 'latchkey/testing'
import { wagmiConnectors } from 'latchkey/wagmi'
import { Act } from './Act.tsx'
import { startPage } from './startPage.tsx'
import { Who } from './Who.tsx'

/** Coinbase's own code is loaded when a wallet is needed, as on a real site. */
const connectors = async () => {
  const { coinbaseWallet } = await import('wagmi/connectors')
  return [coinbaseWallet({ appName: 'A page for Coinbase' })]
}

/**
 * Puts the development wallet, under another name, where Coinbase's code looks for Coinbase's
 * extension.
 */
function installFakeExtension({ provider }: DevelopmentWallet): void {
  const { request, on, removeListener } = provider
  Object.assign(window, {
    coinbaseWalletExtension: {
      isCoinbaseWallet: true,
      setAppInfo() {},
      request,
      on,
      removeListener,
    },
  })
}

await startPage(({ chains, api, wallet }) => {
  installFakeExtension(wallet)
  const kit = createKit({
    metadata: { name: 'Coinbase app', url: location.origin },
    networks: chains,
    adapters: [evm()],
    sources: [wagmiConnectors(connectors)],
    services: { api },
    storage: memoryStorage(),
  })
  const sign = () => kit.signMessage({ message: 'Bread' })
  return (
    <KitProvider kit={kit}>
      <h1>A page for Coinbase</h1>
      <ConnectButton />
      <Who label="kit" />
      <Act name="Sign" run={sign} />
    </KitProvider>
  )
})
