import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { site } from './site.ts'

const kit = createKit({
  metadata: { name: site.name, url: site.url },
  networks: [site.network],
  adapters: [evm()],
})

// uses the imports, because a bundler would drop unused code
Object.assign(globalThis, { kit })
