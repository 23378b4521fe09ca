import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider, NetworkButton } from 'latchkey/react'
import { startPage } from './startPage.tsx'
import { Who } from './Who.tsx'

await startPage(({ chains, api }) => {
  const kit = createKit({
    metadata: { name: 'Hostile', url: location.origin },
    networks: chains,
    adapters: [evm()],
    services: { api },
  })
  return (
    <KitProvider kit={kit}>
      <h1>A hostile page</h1>
      <NetworkButton />
      <ConnectButton />
      <Who label="kit" />
    </KitProvider>
  )
})
