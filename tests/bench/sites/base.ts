import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, KitProvider } from 'latchkey/react'
import { base } from 'viem/chains'

const kit = createKit({
  metadata: { name: 'A site', url: 'https://example.org' },
  networks: [base],
  adapters: [evm()],
})

// uses the imports, because a bundler would drop unused code
Object.assign(globalThis, { kit, ConnectButton, KitProvider })
