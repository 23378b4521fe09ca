import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { mount } from './mount.tsx'
import { site } from './site.ts'

// the URL of the wallet's service is in the fragment, because the port differs each time
const wallet = location.hash.slice(1)
const kit = createKit({
  metadata: { name: site.name, url: site.url },
  networks: [site.network],
  adapters: [evm()],
  services: { wallet },
})
Object.assign(globalThis, { kit })
mount(kit)
