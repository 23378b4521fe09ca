// Lists the files of the kit whose code runs when a wallet is connected: `node
// scripts/connectFiles.mjs`, or `node scripts/connectFiles.mjs <folder of a clone>`.
import { Session } from 'node:inspector/promises'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { register } from 'tsx/esm/api'
import { root } from './root.mjs'

const clone = process.argv[2] ?? root
const from = (path) => import(pathToFileURL(join(clone, 'packages/kit/src', path)).href)

globalThis.window ??= new EventTarget()
register()
const { createKit } = await from('createKit.ts')
const { evm } = await from('chains/evm/evm.ts')
const { createDevelopmentWallet } = await from('testing/developmentWallet.ts')
const chain = { id: 31337, name: 'Local', rpcUrl: 'http://127.0.0.1:1' }
createDevelopmentWallet({ chains: [chain] }).announce()
const kit = createKit({
  metadata: { name: 'Shop', url: 'https://shop.example.org' },
  networks: [
    {
      ...chain,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [chain.rpcUrl] } },
    },
  ],
  adapters: [evm()],
})
kit.start()
const v8 = new Session()
v8.connect()
await v8.post('Profiler.enable')
await v8.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
await kit.connect({ connectorId: 'app.latchkey.development' })
const { result } = await v8.post('Profiler.takePreciseCoverage')

/**
 * Whether a function ran. The module's own top-level code and functions that the loader added do
 * not count.
 */
const hasRun = ({ functionName, ranges: [whole] }) =>
  whole.count > 0 && whole.startOffset > 0 && !/^(?:__name|<static_init)/.test(functionName)
const files = result
  // leaves out `testing/`, which contains the code of the test's wallet
  .filter(({ url }) => /\/packages\/(?:kit|protocol)\/src\/(?!testing\/)/.test(url))
  .map(({ url, functions }) => ({
    path: relative(clone, fileURLToPath(url.split('?')[0])),
    ran: functions.filter(hasRun).length,
  }))
  .filter(({ ran }) => ran > 0)
for (const { path, ran } of files) console.log(`${String(ran).padStart(4)}  ${path}`)
const functions = files.reduce((total, { ran }) => total + ran, 0)
console.log(`${files.length} files, ${functions} functions`)
process.exit()
