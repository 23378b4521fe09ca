import { ConnectButton, KitProvider } from 'latchkey/react'
import './headless.ts'

// uses the imports, because a bundler would drop unused code
Object.assign(globalThis, { ConnectButton, KitProvider })
