import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { wagmi } from 'latchkey/wagmi'
import { http } from 'viem'
import { createConfig, useConnect, useConnection, useConnectors, WagmiProvider } from 'wagmi'
import { startPage } from './startPage.tsx'
import { fakePhones } from './fakePhones.ts'
import { Who } from './Who.tsx'

await startPage(({ chains, api, relay }) => {
  const wagmiConfig = createConfig({
    chains,
    connectors: [fakePhones],
    transports: Object.fromEntries(
      chains.map(({ id, rpcUrls }) => [id, http(rpcUrls.default.http[0])]),
    ),
  })
  const kit = createKit({
    metadata: { name: 'Site with wagmi', url: location.origin },
    networks: chains,
    adapters: [evm()],
    sources: [wagmi(wagmiConfig)],
    services: { api, relay },
  })
  return (
    <WagmiProvider config={wagmiConfig}>
      <QueryClientProvider client={new QueryClient()}>
        <KitProvider kit={kit}>
          <main>
            <h1>A page with wagmi and phones of its own</h1>
            <ConnectButton />
            <Who label="kit" />
            <Wagmi />
          </main>
        </KitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
})

/** The values and actions of wagmi's own hooks. */
function Wagmi() {
  const { status } = useConnection()
  const connectors = useConnectors()
  const connect = useConnect()

  return (
    <section aria-label="wagmi">
      <p data-testid="wagmi status">{status}</p>
      {connectors.map((connector) => (
        <button key={connector.uid} type="button" onClick={() => connect.mutate({ connector })}>
          Connect {connector.name} by wagmi
        </button>
      ))}
    </section>
  )
}
