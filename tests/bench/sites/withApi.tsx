import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { mount } from './mount.tsx'
import { site } from './site.ts'

// The API's URL is in the fragment, because the API's port differs each time. The site names a
// relay only so that phones are offered, and never calls the relay.
const api = location.hash.slice(1)
mount(
  createKit({
    metadata: { name: site.name, url: site.url },
    networks: [site.network],
    adapters: [evm()],
    services: { api, relay: 'wss://relay.invalid' },
  }),
)
