import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPublicClient, createWalletClient, http, publicActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { expect, onTestFinished, test } from 'vitest'
import { developmentMnemonic } from './accounts.ts'
import { startDevnet } from './startDevnet.ts'

const patience = 60_000
const parent = `
import { startDevnet } from ${JSON.stringify(new URL('./startDevnet.ts', import.meta.url).href)}
const devnet = await startDevnet({ ports: 'free', stateDir: process.env.STATE_DIR })
console.log(devnet.chains.map((chain) => new URL(chain.url).port).join(' '))
if (process.argv.includes('throw')) setTimeout(() => { throw new Error('uncaught') }, 1_000)
setInterval(() => {}, 1_000)
`

test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
  'anvil ends when its parent process receives %s',
  { timeout: patience },
  async (signal) => {
    const { child, ports } = await startParent()
    const ends = ports.map(endOfConnection)
    await Promise.all(ends.map(({ open }) => open))
    child.kill(signal)
    await Promise.all(ends.map(({ end }) => end))
    for (const port of ports)
      await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed')
  },
)

test('anvil ends when its parent process throws an error', { timeout: patience }, async () => {
  const { ports } = await startParent(['throw'])
  const ends = ports.map(endOfConnection)
  await Promise.all(ends.map(({ end }) => end))
  for (const port of ports)
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed')
})

test('anvil stores its state when its parent process is killed', {
  timeout: patience,
}, async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'latchkey-devnet-test-'))
  onTestFinished(() => rm(stateDir, { recursive: true, force: true }))
  const { child, ports } = await startParent([], stateDir)
  const killed = createWalletClient({
    account: mnemonicToAccount(developmentMnemonic),
    chain: foundry,
    transport: http(`http://127.0.0.1:${ports[0]}`),
  })
  const hash = await killed.sendTransaction({ to: killed.account.address, value: 1n })
  await killed.extend(publicActions).waitForTransactionReceipt({ hash, pollingInterval: 50 })
  child.kill('SIGKILL')

  const devnet = await startDevnet({ ports: 'free', stateDir })
  onTestFinished(devnet.close)
  const client = createPublicClient({ transport: http(devnet.chains[0]?.url) })
  expect((await client.getTransactionReceipt({ hash })).status).toBe('success')
})

/** Starts a process that starts a devnet. Resolves when both chains run. */
async function startParent(args: string[] = [], stateDir?: string) {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const env = { ...process.env, ...(stateDir && { STATE_DIR: stateDir }) }
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', parent, ...args],
    { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { child, ports: String(line).trim().split(' ').map(Number) }
}

/** Opens a connection to anvil, which closes when anvil ends. So the test needs no polling. */
function endOfConnection(port: number) {
  const socket = connect(port, '127.0.0.1').resume()
  socket.on('error', () => {}) // after a reset, the socket also emits `close`
  return {
    open: once(socket, 'connect'),
    end: new Promise((resolve) => socket.once('close', resolve)),
  }
}
