// A site for Polkadot alone with the kit's button and screens.
import { ConnectButton, KitProvider } from 'latchkey/react'
import './polkadot.ts'

// uses the imports, because a bundler would drop unused code
Object.assign(globalThis, { ConnectButton, KitProvider })
