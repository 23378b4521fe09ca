import { createKit, evm } from 'latchkey/browser'
import { api, network } from './config.ts'

export const kit = createKit({
  metadata: { name: 'My site', url: location.origin },
  networks: [network],
  adapters: [evm()],
  services: { api },
})
