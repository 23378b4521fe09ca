import { createKit } from 'latchkey'
import { ens } from 'latchkey/ens'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { startPage } from './startPage.tsx'

/**
 * The example of a site without services, with one more line for names: the first chain has ENS.
 * The page's URL has the address of the resolver.
 */
await startPage(({ chains }) => {
  const query = new URLSearchParams(location.search)
  const kit = createKit({
    metadata: { name: 'A site without services', url: location.origin },
    networks: chains,
    adapters: [evm()],
    ...(query.has('resolver') && {
      identity: ens({
        networkId: `eip155:${chains[0].id}`,
        resolver: query.get('resolver') ?? '',
        pictures: query.get('pictures') ?? undefined,
      }),
    }),
  })
  return (
    <KitProvider kit={kit}>
      <h1>A site without services</h1>
      <ConnectButton />
    </KitProvider>
  )
})
