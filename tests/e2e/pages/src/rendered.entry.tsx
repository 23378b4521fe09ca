import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { useState } from 'react'
import { startPage } from './startPage.tsx'
import type { Start } from './startPage.tsx'

// a frequent mistake: a component that makes a kit
function Shop({ chains, api }: Start) {
  const [count, setCount] = useState(0)
  const kit = createKit({
    metadata: { name: 'Shop', url: location.origin },
    networks: chains,
    adapters: [evm()],
    services: { api },
  })
  return (
    <KitProvider kit={kit}>
      <main>
        <h1>A kit for each render</h1>
        <ConnectButton />
        <button type="button" onClick={() => setCount(count + 1)}>
          Rendered {count} times
        </button>
      </main>
    </KitProvider>
  )
}

await startPage((start) => <Shop {...start} />)
