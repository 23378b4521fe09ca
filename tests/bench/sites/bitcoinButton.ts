// A site for Bitcoin alone with the kit's button and screens.
import { ConnectButton, KitProvider } from 'latchkey/react'
import './bitcoin.ts'

// uses the imports, because a bundler would drop unused code
Object.assign(globalThis, { ConnectButton, KitProvider })
