import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { mount } from './mount.tsx'
import { site } from './site.ts'

// the relay's URL is in the fragment, because the relay's port differs each time
const relay = location.hash.slice(1)
mount(
  createKit({
    metadata: { name: site.name, url: site.url },
    networks: [site.network],
    adapters: [evm()],
    services: { relay },
  }),
)
