// `npm run accounts`: compares our bundler, paymaster and sessions with software that others wrote,
// over a chain of the devnet: alto (GPL, so it runs as a program of its own, and is no dependency),
// MetaMask's kit and viem. Ends with 1 if there is a difference. `-- compare`, `measure`, `sessions`
// or `load` runs one part. It installs 390 packages from the npm registry that no other test needs,
// so `npm test` leaves it out.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

// the programs that this one starts end with it
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130))
process.env.DO_NOT_TRACK = '1' // the packages send nothing about this run
await ensureInstalled()
const { register } = await import('tsx/esm/api')
register()

/** Where the packages are: a new folder, or one that an earlier run has left. */
const given = process.env.ACCOUNTS_FOLDER
const home = given ?? mkdtempSync(join(tmpdir(), 'latchkey-accounts-'))

async function install() {
  mkdirSync(home, { recursive: true })
  cpSync(join(root, 'tests/outside/operations'), home, { recursive: true })
  const flags = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund']
  const { code } = await run('npm', ['install', ...flags, '--loglevel=error'], { cwd: home })
  assert.equal(code, 0, 'npm could not install the packages')
}

/** Starts alto. Its keys are those of accounts of the devnet that our services do not use. */
async function startAlto(node, entryPoint, keys) {
  const { freePorts } = await import('../devnet/src/ports.ts')
  const [port] = await freePorts(1)
  const [executor, utility] = keys
  const options = {
    entrypoints: entryPoint,
    'executor-private-keys': executor,
    'utility-private-key': utility,
    'min-executor-balance': '1000000000000000000',
    'safe-mode': 'false', // anvil has no tracer for it
    'rpc-url': node,
    port: String(port),
    'log-level': 'error',
    'min-bundle-interval': '20',
    'max-bundle-interval': '100',
  }
  const child = spawn(
    process.execPath,
    [
      join(home, 'node_modules/@pimlico/alto/esm/cli/alto.js'),
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], cwd: home },
  )
  process.once('exit', () => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 300; tries++) {
    assert.equal(child.exitCode, null, 'alto has ended')
    const answer = await ask(url, 'eth_supportedEntryPoints', []).catch(() => undefined)
    if (answer?.result) return { url, stop: () => child.kill('SIGKILL') }
    await sleep(200)
  }
  throw new Error('alto does not answer')
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks JSON-RPC. @returns the whole answer */
async function ask(url, method, params) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return response.json()
}

const parts = process.argv.slice(2)
const isWanted = (part) => parts.length === 0 || parts.includes(part)
let code = 1
try {
  await install()
  const outside = await import(pathToFileURL(join(home, 'client.mjs')).href)
  const { runAccounts } = await import('./accounts/runAccounts.mjs')
  code = await runAccounts({ outside, startAlto, ask, isWanted })
} catch (error) {
  console.error(error)
} finally {
  if (!given) rmSync(home, { recursive: true, force: true })
}
process.exit(code)
