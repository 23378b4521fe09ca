// A site for Solana alone with the kit's button and screens.
import { ConnectButton, KitProvider } from 'latchkey/react'
import './solana.ts'

// a bundler would drop unused code
Object.assign(globalThis, { ConnectButton, KitProvider })
