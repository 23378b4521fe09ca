import { useState } from 'react'
import { createKit } from 'latchkey'
import type { Kit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { startPage } from './startPage.tsx'
import { Who } from './Who.tsx'

await startPage(({ chains, api }) => {
  const wallet = new URLSearchParams(location.search).get('wallet')
  const kit = createKit({
    metadata: { name: 'Shop', url: location.origin },
    networks: chains,
    adapters: [evm()],
    services: { api, ...(wallet && { wallet }) },
  })
  Object.assign(window, { kit })
  return <Site kit={kit} />
})

/** A page of which only one part, the shop, has wallets. Visitors leave it and return. */
function Site({ kit }: { kit: Kit }) {
  const [isInside, setInside] = useState(true)
  return (
    <main>
      <h1>A shop that is left</h1>
      <button onClick={() => setInside(!isInside)}>
        {isInside ? 'Leave the shop' : 'Enter the shop'}
      </button>
      {isInside && (
        <KitProvider kit={kit}>
          <ConnectButton />
          <Who label="shop" />
        </KitProvider>
      )}
    </main>
  )
}
