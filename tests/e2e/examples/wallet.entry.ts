import { createDevelopmentWallet } from 'latchkey/testing'

/** JSON-RPC of the devnet's first chain; the build puts it here. */
declare const NODE: string

createDevelopmentWallet({
  chains: [{ id: 31337, name: 'Latchkey Devnet', rpcUrl: NODE }],
  storage: localStorage,
}).announce()
