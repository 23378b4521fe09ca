import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { memoryStorage } from 'latchkey/testing'
import { startPage } from './startPage.tsx'
import type { Start } from './startPage.tsx'
import { Who } from './Who.tsx'

await startPage((start) => {
  const kits = [makeKit('First', start), makeKit('Second', start)]
  return (
    <main>
      <h1>Two kits on one page</h1>
      {kits.map((kit) => (
        <KitProvider key={kit.context.options.metadata.name} kit={kit}>
          <section aria-label={kit.context.options.metadata.name}>
            <ConnectButton />
            <Who label={kit.context.options.metadata.name} />
          </section>
        </KitProvider>
      ))}
    </main>
  )
})

/** Makes a kit with its own storage, although the kits share a page. */
function makeKit(name: string, { chains, api }: Start) {
  return createKit({
    metadata: { name, url: location.origin },
    networks: chains,
    adapters: [evm()],
    services: { api },
    storage: memoryStorage(),
  })
}
