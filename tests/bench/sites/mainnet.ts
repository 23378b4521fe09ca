import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { mainnet } from 'viem/chains'

const kit = createKit({
  metadata: { name: 'A site', url: 'https://example.org' },
  networks: [mainnet],
  adapters: [evm()],
})

// uses the imports, because a bundler would drop unused code
Object.assign(globalThis, { kit, ConnectButton, KitProvider })
