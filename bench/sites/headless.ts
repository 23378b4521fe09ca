import { createKit } from 'latchkey'
import { evm } from 'latchkey/evm'
import { site } from './site.ts'

const kit = createKit({ metadata: { name: site.name, url: site.url }, networks: [site.network], adapters: [evm()] })

// what nobody uses would be dropped
Object.assign(globalThis, { kit })
