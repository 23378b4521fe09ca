import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Core } from '@walletconnect/core'
import { SignClient } from '@walletconnect/sign-client'
import type { SignClientTypes } from '@walletconnect/types'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { WebSocket } from 'ws'
import { createRelay } from '../../../../services/relay/src/createRelay.ts'
import { createLmdbStore } from '../../../../services/relay/src/store/lmdbStore.ts'
import { systemClock } from '../core/clock.ts'
import { KitError } from '../core/KitError.ts'
import { memoryStorage } from '../core/storage.ts'
import { createWalletConnect } from './createWalletConnect.ts'

const account = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const namespaces = { eip155: { chains: ['eip155:31337'], methods: ['personal_sign', 'eth_sendTransaction'], events: ['accountsChanged', 'chainChanged'] } }
const granted = { eip155: { ...namespaces.eip155, accounts: [account] } }

let relayUrl: string
let close: () => Promise<void>
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-relay-'))
  const store = await createLmdbStore({ folder })
  const relay = createRelay({ store })
  relayUrl = (await relay.listen({ port: 0 })).url
  close = async () => {
    await relay.close()
    await store.close()
    await rm(folder, { recursive: true })
  }
})
afterAll(() => close())

function startSite(storage = memoryStorage()) {
  const site = createWalletConnect({ relayUrl, metadata: { name: 'Shop', url: 'https://shop.example.org' }, storage, clock: systemClock, WebSocket: WebSocket as unknown as typeof globalThis.WebSocket }) // ws has the browser's interface
  onTestFinished(site.close)
  return site
}

let wallets = 0

/** A wallet by the reference client, kept from its vendor's hosts. */
async function startWallet() {
  const core = new Core({ relayUrl, customStoragePrefix: `wallet${++wallets}`, storageOptions: { database: ':memory:' }, telemetryEnabled: false, logger: 'silent' })
  Object.assign(core.verify, { isDevEnv: true }) // what keeps it off the vendor's verify server, in this version
  core.eventClient.init = async () => {}
  const wallet = await SignClient.init({ core, metadata: { name: 'Wallet', description: '', url: 'https://wallet.example.org', icons: [] } })
  onTestFinished(async () => {
    await core.relayer.transportClose()
    core.heartbeat.stop()
  })
  return wallet
}

function nextEvent<name extends SignClientTypes.Event>(wallet: Awaited<ReturnType<typeof startWallet>>, name: name): Promise<SignClientTypes.EventArguments[name]> {
  return new Promise((resolve) => wallet.once(name, resolve))
}

async function connect(site = startSite()) {
  const wallet = await startWallet()
  const proposed = nextEvent(wallet, 'session_proposal')
  const { uri, approval } = await site.propose({ namespaces })
  await wallet.pair({ uri })
  const proposal = await proposed
  const { acknowledged, topic } = await wallet.approve({ id: proposal.id, namespaces: granted })
  await Promise.all([approval, acknowledged()])
  return { site, wallet, topic, proposal }
}

test('a wallet of the reference client connects', async () => {
  const { site, wallet, topic, proposal } = await connect()
  expect(proposal.params.proposer.metadata).toMatchObject({ name: 'Shop', url: 'https://shop.example.org' })
  await expect.poll(() => wallet.session.get(topic).acknowledged).toBe(true)
  expect(site.sessions()).toMatchObject([{ topic, namespaces: granted, peer: { metadata: { name: 'Wallet' } } }])
})

test('a refusal is told apart', async () => {
  const site = startSite()
  const wallet = await startWallet()
  const proposed = nextEvent(wallet, 'session_proposal')
  const { uri, approval } = await site.propose({ namespaces })
  await wallet.pair({ uri })
  await wallet.reject({ id: (await proposed).id, reason: { code: 5000, message: 'User rejected.' } })
  await expect(approval).rejects.toMatchObject({ code: 'userRejected' })
  expect(site.sessions()).toEqual([])
})

test('a request is answered, or refused', async () => {
  const { site, wallet, topic } = await connect()
  wallet.once('session_request', ({ id, params }) => {
    expect(params).toMatchObject({ chainId: 'eip155:31337', request: { method: 'personal_sign', params: ['0x68', account] } })
    void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xsigned' } })
  })
  const ask = () => site.request({ topic, networkId: 'eip155:31337', method: 'personal_sign', params: ['0x68', account] })
  expect(await ask()).toBe('0xsigned')
  wallet.once('session_request', ({ id }) => void wallet.respond({ topic, response: { id, jsonrpc: '2.0', error: { code: 5000, message: 'User rejected.' } } }))
  await expect(ask()).rejects.toMatchObject({ code: 'userRejected' })
  wallet.once('session_request', ({ id }) => void wallet.respond({ topic, response: { id, jsonrpc: '2.0', error: { code: 4001, message: 'no' } } }))
  await expect(ask()).rejects.toSatisfy((error) => KitError.is(error, 'userRejected'))
})

test('the wallet updates, extends, says what happens and pings', async () => {
  const { site, wallet, topic } = await connect()
  const events: unknown[] = []
  site.subscribe((event) => events.push(event))
  const more = { eip155: { ...granted.eip155, accounts: [account, 'eip155:31337:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] } }
  await (await wallet.update({ topic, namespaces: more })).acknowledged()
  expect(site.sessions()).toMatchObject([{ namespaces: more }])
  const before = site.sessions()[0]?.expiry ?? 0
  await (await wallet.extend({ topic })).acknowledged()
  expect(site.sessions()[0]?.expiry).toBeGreaterThanOrEqual(before)
  await wallet.ping({ topic })
  await site.ping({ topic })
  await wallet.emit({ topic, event: { name: 'accountsChanged', data: [account] }, chainId: 'eip155:31337' })
  await expect.poll(() => events).toContainEqual({ type: 'event', topic, networkId: 'eip155:31337', name: 'accountsChanged', data: [account] })
  expect(events).toContainEqual({ type: 'changed', topic })
})

test('either side ends a session, and the other hears of it', async () => {
  const one = await connect()
  const ended = nextEvent(one.wallet, 'session_delete')
  await one.site.disconnect({ topic: one.topic })
  expect(one.site.sessions()).toEqual([])
  expect((await ended).topic).toBe(one.topic)
  await one.site.disconnect({ topic: one.topic })

  const other = await connect()
  const events: unknown[] = []
  other.site.subscribe((event) => events.push(event))
  await other.wallet.disconnect({ topic: other.topic, reason: { code: 6000, message: 'User disconnected.' } })
  await expect.poll(() => events).toContainEqual({ type: 'ended', topic: other.topic })
  expect(other.site.sessions()).toEqual([])
})

test('a session outlives a reload', async () => {
  const storage = memoryStorage()
  const first = startSite(storage)
  const { wallet, topic } = await connect(first)
  first.close()
  const second = startSite(storage)
  expect(second.sessions()).toMatchObject([{ topic }])
  wallet.once('session_request', ({ id }) => void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: 'again' } }))
  expect(await second.request({ topic, networkId: 'eip155:31337', method: 'personal_sign', params: [] })).toBe('again')
})

const signer = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80') // the development mnemonic's first
const login = { networkIds: ['eip155:31337'], domain: 'shop.example.org', uri: 'https://shop.example.org/login', nonce: 'abcdef123456', statement: 'Welcome back.', methods: ['personal_sign'] }

test('connects and signs in with one approval', async () => {
  const site = startSite()
  const wallet = await startWallet()
  wallet.once('session_authenticate', async ({ id, params }) => {
    const payload = populateAuthPayload({ authPayload: params.authPayload, chains: ['eip155:31337'], methods: ['personal_sign'] })
    const iss = `did:pkh:eip155:31337:${signer.address}`
    const signature = await signer.signMessage({ message: wallet.formatAuthMessage({ request: payload, iss }) })
    await wallet.approveSessionAuthenticate({ id, auths: [buildAuthObject(payload, { t: 'eip191', s: signature }, iss)] })
  })
  const { uri, approval } = await site.authenticate({
    ...login,
    verify: ({ address, message, signature }) => verifyMessage({ address: address as `0x${string}`, message, signature: signature as `0x${string}` }), // viem's types want the shapes that were checked
  })
  await wallet.pair({ uri })
  const { cacaos, session } = await approval
  expect(cacaos).toHaveLength(1)
  expect(session).toMatchObject({ namespaces: { eip155: { accounts: [`eip155:31337:${signer.address}`], methods: ['personal_sign'] } } })
  await expect.poll(() => wallet.session.keys).toContain(session?.topic)
  wallet.once('session_request', ({ id, topic }) => void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: 'signed in' } }))
  expect(await site.request({ topic: session?.topic ?? '', networkId: 'eip155:31337', method: 'personal_sign', params: [] })).toBe('signed in')
})

test('a signature that is not the account’s signs nobody in', async () => {
  const site = startSite()
  const wallet = await startWallet()
  wallet.once('session_authenticate', async ({ id, params }) => {
    const payload = populateAuthPayload({ authPayload: params.authPayload, chains: ['eip155:31337'], methods: ['personal_sign'] })
    const iss = `did:pkh:eip155:31337:${signer.address}`
    const signature = await signer.signMessage({ message: wallet.formatAuthMessage({ request: payload, iss }) })
    await wallet.approveSessionAuthenticate({ id, auths: [buildAuthObject(payload, { t: 'eip191', s: signature }, iss)] })
  })
  const { uri, approval } = await site.authenticate({ ...login, verify: async () => false })
  await wallet.pair({ uri })
  await expect(approval).rejects.toMatchObject({ code: 'signatureDeclined' })
  expect(site.sessions()).toEqual([])
})

test('a proposal that is given up ends, and nobody can take it any more', async () => {
  const site = startSite()
  const giveUp = new AbortController()
  const { approval } = await site.propose({ namespaces, signal: giveUp.signal })
  giveUp.abort()
  await expect(approval).rejects.toMatchObject({ code: 'requestAborted' })
})
