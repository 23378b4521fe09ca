import { hydrateRoot } from 'react-dom/client'
import { createDevelopmentWallet } from 'latchkey/testing'
import { createApp } from './createApp.ts'
import type { AppData } from './createApp.ts'

const read = (id: string) => document.getElementById(id) ?? document.body
const data = JSON.parse(read('data').textContent) as AppData // serveRendered.ts writes this data

createDevelopmentWallet({
  chains: [{ id: 31337, name: 'Latchkey Devnet', rpcUrl: data.node }],
  storage: localStorage,
}).announce()
hydrateRoot(read('root'), createApp(data), {
  onRecoverableError: (error) => console.error('Hydration:', error), // eslint-disable-line no-console -- the test reads the console
})
