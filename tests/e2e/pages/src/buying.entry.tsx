import { createKit } from 'latchkey'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { createFakeAdapter } from 'latchkey/testing'
import { mainnet } from 'viem/chains'
import { startPage } from './startPage.tsx'

/**
 * A site on a network that companies like Coinbase support, with a wallet that is connected from
 * the start. The page's address names the API.
 */
await startPage(() => {
  const wallet = { id: 'example', name: 'Example' }
  const { searchParams } = new URL(location.href)
  const kit = createKit({
    metadata: { name: 'Buying', url: location.origin },
    networks: [{ ...mainnet, rpcUrls: { default: { http: ['http://127.0.0.1:1'] } } }],
    adapters: [
      createFakeAdapter({
        connectors: [wallet],
        connected: [wallet.id],
        accounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
      }),
    ],
    services: { api: searchParams.get('api') ?? '' },
  })
  return (
    <KitProvider kit={kit}>
      <h1>A site that sells on Ethereum</h1>
      <ConnectButton />
      <button onClick={() => void kit.open({ view: 'OnRampProviders' })}>Buy here</button>
    </KitProvider>
  )
})
