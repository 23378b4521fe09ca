import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { mount } from './mount.tsx'
import { site } from './site.ts'

mount(
  createKit({
    metadata: { name: site.name, url: site.url },
    networks: [site.network],
    adapters: [evm()],
    preload: 'press',
  }),
)
