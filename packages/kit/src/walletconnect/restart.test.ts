/** The relay is killed as an operator's machine may kill it, and comes back with the folder that it had. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { systemClock } from '../core/clock.ts'
import { memoryStorage } from '../core/storage.ts'
import { createWalletConnect } from './createWalletConnect.ts'
import { failureOf } from './testing/failureOf.ts'
import { startPeer } from './testing/startPeer.ts'

const patience = 60_000
const main = fileURLToPath(new URL('../../../../services/relay/src/main.ts', import.meta.url))
const account = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const namespaces = { eip155: { chains: ['eip155:31337'], methods: ['personal_sign'], events: [] } }
const granted = { eip155: { ...namespaces.eip155, accounts: [account] } }

/** A relay of its own process, always on the same port. */
async function startProcess() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const begin = async (port: string) => {
    const child = spawn(process.execPath, ['--import', 'tsx', main], { env: { ...process.env, PORT: port, LATCHKEY_FOLDER: folder }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    const end = async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    }
    onTestFinished(end)
    if (!child.stdout) throw new Error('no output')
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
    const url: string = JSON.parse(value).url
    return { url, end }
  }
  let running = await begin('0')
  const { url } = running
  return {
    url,
    end: () => running.end(),
    async restart() {
      await running.end()
      running = await begin(new URL(url).port)
    },
  }
}

test.for(['between proposal and approval', 'between approval and settlement', 'while a request is open', 'while nobody says anything'] as const)('a relay that is killed %s', { timeout: patience }, async (moment) => {
  const relay = await startProcess()
  const at = async (name: typeof moment) => void (name === moment && (await relay.restart()))
  const metadata = { name: 'Shop', url: 'https://shop.example.org' }
  const site = createWalletConnect({ relayUrl: relay.url, metadata, storage: memoryStorage(), clock: systemClock, WebSocket: WebSocket as unknown as typeof globalThis.WebSocket }) // ws has the browser's interface
  onTestFinished(site.close)
  const { uri, approval } = await site.propose({ namespaces })
  const peer = await startPeer(relay.url)
  const { id, pairingTopic, topic, publicKey } = await peer.pair(uri)
  await at('between proposal and approval')
  await peer.send(pairingTopic, { id, jsonrpc: '2.0', result: { relay: { protocol: 'irn' }, responderPublicKey: publicKey } })
  await at('between approval and settlement')
  const params = { relay: { protocol: 'irn' }, namespaces: granted, controller: { publicKey, metadata: metadata }, expiry: Math.floor(Date.now() / 1_000) + 86_400 }
  await peer.send(topic, { id: peer.nextId(), jsonrpc: '2.0', method: 'wc_sessionSettle', params })
  expect(await approval).toMatchObject({ topic, namespaces: granted })
  expect(await peer.next()).toMatchObject({ result: true })

  await at('while nobody says anything')
  const asked = site.request({ topic, networkId: 'eip155:31337', method: 'personal_sign', params: [] })
  const request = await peer.next()
  await at('while a request is open')
  await peer.send(topic, { id: request.id, jsonrpc: '2.0', result: 'signed' })
  expect(await asked).toBe('signed')

  const late = failureOf(site.request({ topic, networkId: 'eip155:31337', method: 'personal_sign', params: [], ms: 1_500 }))
  await peer.next()
  await relay.end()
  expect(await late).toMatchObject({ name: 'KitError', code: 'walletTimeout' })
  expect(site.sessions()).toHaveLength(1)
})
