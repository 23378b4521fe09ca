import '../../parts/wallet.ts'
import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { wagmi } from 'latchkey/wagmi'
import { createConfig, http } from 'wagmi'
import { first, second } from '../../parts/chains.ts'
import { render } from './render.tsx'

const config = createConfig({
  chains: [first, second],
  transports: { [first.id]: http(), [second.id]: http() },
})

const kit = createKit({
  metadata: { name: 'Site with wagmi', url: location.origin },
  networks: [first, second],
  adapters: [evm()],
  sources: [wagmi(config)],
})

render(kit, config)
