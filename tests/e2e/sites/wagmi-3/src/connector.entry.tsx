import '../../parts/wallet.ts'
import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { kitConnector } from 'latchkey/wagmi'
import { createConfig, http } from 'wagmi'
import { first, second, services } from '../../parts/chains.ts'
import { render } from './render.tsx'

const kit = createKit({
  metadata: { name: 'Site with wagmi', url: location.origin },
  networks: [first, second],
  adapters: [evm()],
  services,
})

const config = createConfig({
  chains: [first, second],
  connectors: [kitConnector(kit)],
  multiInjectedProviderDiscovery: false, // the kit discovers the wallets of the browser
  transports: { [first.id]: http(), [second.id]: http() },
})

render(kit, config)
