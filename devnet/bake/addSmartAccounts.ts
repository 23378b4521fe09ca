/**
 * Adds the contracts of smart accounts and sessions to the baked states of the EVM chains, without
 * a new bake: blocks, history and the bake's id stay, and so do the stored states. Run: `npx tsx
 * devnet/bake/addSmartAccounts.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { evmChains } from '../src/chains.ts'
import { deploySmartAccounts } from './deploySmartAccounts.ts'
import { packState, withAccounts } from './state.ts'

const folder = new URL('../baked/', import.meta.url)

for (const { chainId } of evmChains) {
  const [stateFile, file] = [`${chainId}.state.json.gz`, `${chainId}.json`].map(
    (name) => new URL(name, folder),
  )
  if (!stateFile || !file) continue
  const { contracts, accounts } = await deploySmartAccounts(chainId)
  const state = JSON.parse(gunzipSync(readFileSync(stateFile)).toString('utf8'))
  const { accounts: people, ...deployment } = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(stateFile, packState(withAccounts(state, accounts)))
  const written = { ...deployment, smartAccounts: contracts, accounts: people }
  writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`)
  console.log(`${chainId}: ${Object.keys(accounts).length} accounts added`)
}
