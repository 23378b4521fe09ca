import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { memoryStorage } from 'latchkey/testing'
import { startPage } from './startPage.tsx'
import type { Start } from './startPage.tsx'
import { Who } from './Who.tsx'

await startPage((start) => {
  const kits = ['First', 'Second'].map((name) => ({ name, kit: makeKit(name, start) }))
  return (
    <main>
      <h1>Two kits on one page</h1>
      {kits.map(({ name, kit }) => (
        <KitProvider key={name} kit={kit}>
          <section aria-label={name}>
            <ConnectButton />
            <Who label={name} />
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
