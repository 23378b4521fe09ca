import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { memoryStorage } from 'latchkey/testing'
import { startPage } from '../../pages/src/startPage.tsx'

declare global {
  interface Window {
    /** The kit of this page, for tests to ask. */
    latchkeyKit?: ReturnType<typeof createKit>
  }
}

const query = new URLSearchParams(location.search)
// an option that only this kit has
const features: object = query.has('off') ? { notebook: false } : {}

await startPage(({ chains, api }) => {
  const kit = createKit({ metadata: { name: 'Shop', url: location.origin }, networks: chains, adapters: [evm()], services: { api }, storage: memoryStorage(), features })
  window.latchkeyKit = kit
  return (
    <KitProvider kit={kit}>
      <h1>A kit with one feature more</h1>
      <ConnectButton />
    </KitProvider>
  )
})
