import { createKit } from 'latchkey'
import type { Kit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { memoryStorage } from 'latchkey/testing'
import { useEffect, useState } from 'react'
import { startPage } from '../../pages/src/startPage.tsx'

declare global {
  interface Window {
    /** The kit of this page, for tests. */
    latchkeyKit?: Kit
  }
}

const query = new URLSearchParams(location.search)
// the type `object`, because only the kit of this test has the option `notebook`
const features: object = query.has('off') ? { notebook: false } : {}

/** The site has one kit, and switches to another one on command. */
function Site({ kits: [first, second] }: { kits: readonly [Kit, Kit] }) {
  const [kit, setKit] = useState(first)
  useEffect(() => {
    window.latchkeyKit = kit
  }, [kit])
  return (
    <KitProvider kit={kit}>
      <h1>A kit with one feature more</h1>
      <ConnectButton />
      <button type="button" onClick={() => setKit(second)}>
        Another kit
      </button>
    </KitProvider>
  )
}

await startPage(({ chains: [first, ...others], api }) => {
  // the wallet starts on the first network
  const [network = first, ...more] = query.has('foreign') ? others : [first, ...others]
  const makeKit = () =>
    createKit({
      metadata: { name: 'Shop', url: location.origin },
      networks: [network, ...more],
      adapters: [evm()],
      services: { api },
      storage: memoryStorage(),
      features,
    })
  return <Site kits={[makeKit(), makeKit()]} />
})
