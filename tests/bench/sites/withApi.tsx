import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { mount } from './mount.tsx'
import { site } from './site.ts'

// the API's port differs each time; the site names a relay only so that phones are offered, and
// never calls it
const api = location.hash.slice(1)
mount(
  createKit({
    metadata: { name: site.name, url: site.url },
    networks: [site.network],
    adapters: [evm()],
    services: { api, relay: 'wss://relay.invalid' },
  }),
)
