import { ConnectButton, KitProvider } from 'latchkey/react'
import './headless.ts'

// what nobody uses would be dropped
Object.assign(globalThis, { ConnectButton, KitProvider })
