// `npm run bitcoin`: compares the Bitcoin chain of the devnet with software that others wrote:
// bitcoind judges its blocks, generated transactions and answers, and Electrum uses it as its
// network; sats-connect and bip322-js judge the wallets for tests. Ends with 1 if there is a
// difference. `-- blocks`, `judge`, `scripts`, `rpc`, `psbt`, `electrum` or `wallets` runs a part. It
// fetches packages of Debian (amd64) and of npm that no other test needs, so `npm test` leaves it out. `BITCOIN_FOLDER` names a folder that an earlier run has left.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

// the programs that this one starts end with it
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130))
await ensureInstalled()
const { register } = await import('tsx/esm/api')
register()

const given = process.env.BITCOIN_FOLDER
const home = given ?? mkdtempSync(join(tmpdir(), 'latchkey-bitcoin-'))
mkdirSync(home, { recursive: true })
const parts = process.argv.slice(2)
const isWanted = (part) => parts.length === 0 || parts.includes(part)

/** Fetches a program, if the folder does not have it. @returns the script that runs it */
async function fetchProgram(name) {
  const folder = join(home, name)
  const program = join(folder, 'run')
  if (existsSync(program)) return program
  const script = join(root, 'tests/outside/bitcoin', `${name}.sh`)
  const { code } = await run('sh', [script, folder], { cwd: home })
  if (code !== 0) throw new Error(`${name} could not be fetched`)
  return program
}

/** Runs the wanted parts. @returns how many differences they found */
async function compare() {
  let differences = 0
  if (isWanted('wallets')) {
    const { checkWallets } = await import('./bitcoin/wallets.mjs')
    differences += await checkWallets({ home })
  }
  const { startBitcoind } = await import('./bitcoin/startBitcoind.mjs')
  const checks = {
    blocks: async () => (await import('./bitcoin/blocks.mjs')).checkBlocks,
    judge: async () => (await import('./bitcoin/judge.mjs')).checkJudgements,
    scripts: async () => (await import('./bitcoin/scripts.mjs')).checkScripts,
    rpc: async () => (await import('./bitcoin/rpc.mjs')).checkRpc,
    psbt: async () => (await import('./bitcoin/psbt.mjs')).checkPsbts,
  }
  for (const [name, load] of Object.entries(checks)) {
    if (!isWanted(name)) continue
    const check = await load()
    const bitcoind = await startBitcoind(await fetchProgram('bitcoind'), join(home, `data-${name}`))
    try {
      differences += await check({ bitcoind, home })
    } finally {
      await bitcoind.stop()
    }
  }
  if (isWanted('electrum')) {
    const { checkElectrum } = await import('./bitcoin/electrum.mjs')
    differences += await checkElectrum({ program: await fetchProgram('electrum'), home })
  }
  return differences
}

let code = 1
try {
  code = (await compare()) === 0 ? 0 : 1
} catch (error) {
  console.error(error)
} finally {
  if (!given) rmSync(home, { recursive: true, force: true })
}
process.exit(code)
