// `npm start`: runs all parts of Latchkey on this machine.
import { join } from 'node:path'
import { ensureDemoBuilt, ensureDocsBuilt, ensurePhoneBuilt, ensureWalletBuilt } from './build.mjs'
import { readFlags } from './flags.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'

const { fresh } = readFlags('npm start -- [options]', {
  fresh: 'Forgets what happened on the chains and begins anew.',
})

const startedAt = performance.now()
await ensureInstalled()
const { register } = await import('tsx/esm/api')
register()
const { runLatchkey } = await import('../devnet/src/main.ts')
// one app after the other, because each build first builds the kit
const demoFolder = ensureDemoBuilt()
const phoneFolder = demoFolder.then(ensurePhoneBuilt)
const docsFolder = phoneFolder.then(ensureDocsBuilt)
const walletFolder = ensureWalletBuilt()
await runLatchkey({
  demoFolder,
  docsFolder,
  phoneFolder,
  walletFolder,
  stateDir: join(root, '.latchkey'),
  fresh,
  startedAt,
})
