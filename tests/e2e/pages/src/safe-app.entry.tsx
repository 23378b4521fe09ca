import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { memoryStorage } from 'latchkey/testing'
import { wagmiConnectors } from 'latchkey/wagmi'
import { Act } from './Act.tsx'
import { startPage } from './startPage.tsx'
import { Who } from './Who.tsx'

/**
 * Code of Safe or Base is loaded only when a wallet is needed or the page is in a frame, as on a
 * real site.
 */
const connectors = async () => {
  const { baseAccount, safe } = await import('wagmi/connectors')
  return [safe({ unstable_getInfoTimeout: 5_000 }), baseAccount()]
}

await startPage(({ chains, api }) => {
  const kit = createKit({
    metadata: { name: 'Safe app', url: location.origin },
    networks: chains,
    adapters: [evm()],
    sources: [wagmiConnectors(connectors)],
    services: { api },
    storage: memoryStorage(),
  })
  const sign = () => kit.signMessage({ message: 'Bread' })
  const send = () =>
    kit.sendTransaction({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 1n })
  const connectBase = () =>
    kit.connect({ connectorId: 'baseAccount' }).then(({ address }) => address)
  return (
    <KitProvider kit={kit}>
      <h1>A page for a Safe</h1>
      <ConnectButton />
      <Who label="kit" />
      <Act name="Sign" run={sign} />
      <Act name="Send" run={send} />
      <Act name="Connect Base" run={connectBase} />
    </KitProvider>
  )
})
