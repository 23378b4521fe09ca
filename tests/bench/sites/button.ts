import { ConnectButton, KitProvider } from 'latchkey/react'
import './headless.ts'

// a bundler would drop unused code
Object.assign(globalThis, { ConnectButton, KitProvider })
