/** The connector between wagmi and a wallet by hand, over a real relay. */
import { connect, createConfig, disconnect, getConnection, reconnect, switchChain } from '@wagmi/core'
import { http } from 'viem'
import { mainnet, sepolia } from 'viem/chains'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestRelay } from '../../../../../services/relay/src/testing/startTestRelay.ts'
import { appOfSession } from '../../connection/rememberWallet.ts'
import { systemClock } from '../../core/clock.ts'
import { memoryStorage } from '../../core/storage.ts'
import { createWalletConnect } from '../../walletconnect/createWalletConnect.ts'
import { address, approve, granted, settleBy } from '../../walletconnect/testing/approve.ts'
import { failureOf } from '../../walletconnect/testing/failureOf.ts'
import { startPeer } from '../../walletconnect/testing/startPeer.ts'
import { createPhoneCodes } from './phoneCodes.ts'
import type { WalletConnectParameters } from './phoneCodes.ts'
import { askedOf, walletConnectConnector } from './walletConnectConnector.ts'
import type { PhoneConnector } from './walletConnectConnector.ts'

async function start({ url: known, storage = memoryStorage() }: { url?: string; storage?: ReturnType<typeof memoryStorage> } = {}) {
  const url = known ?? (await startTestRelay()).url
  const metadata = { name: 'Shop', url: 'https://shop.example.org' }
  const client = createWalletConnect({ relayUrl: url, metadata, storage, tab: 'one', clock: systemClock, WebSocket: WebSocket as unknown as typeof globalThis.WebSocket }) // ws has the browser's interface
  onTestFinished(client.close)
  const codes = createPhoneCodes({ client: async () => client, storage, clock: systemClock, namespaces: askedOf([mainnet, sepolia]), onLate: () => {} })
  const connector = walletConnectConnector({ id: 'walletConnect', codes, isHeld: () => false, isLate: () => false, client: async () => client, storage, askNode: async (chainId, method) => `${method} of ${chainId}` })
  const config = createConfig({ chains: [mainnet, sepolia], connectors: [connector], transports: { [mainnet.id]: http('http://127.0.0.1:1'), [sepolia.id]: http('http://127.0.0.1:1') }, storage: null, multiInjectedProviderDiscovery: false })
  const [made] = config.connectors
  if (!made) throw new Error('no connector')
  const shown: string[] = []
  const lookers: ((code: string) => void)[] = []
  made.emitter.on('message', ({ type, data }) => {
    if (type !== 'display_uri') return
    shown.push(String(data))
    lookers.splice(0).forEach((look) => look(String(data)))
  })
  const nextCode = () => new Promise<string>((resolve) => lookers.push(resolve))
  const begin = (parameters: WalletConnectParameters = {}) => connect(config, { connector: made, ...parameters })
  return { url, storage, client, config, connector: made, codes: shown, nextCode, begin }
}

async function connected() {
  const started = await start()
  const code = started.nextCode()
  const done = started.begin()
  const peer = await startPeer(started.url)
  const topic = await approve(peer, await code)
  await done
  return { ...started, peer, topic }
}

test('names the app at the other end, cut, without its picture', async () => {
  const { connector } = await connected()
  expect((connector as unknown as PhoneConnector).peer()).toEqual({ id: 'app:peer', name: 'Peer' }) // wagmi's type of a connector knows no more than its own members
})

test('a wallet that takes no request for another chain is bound to those that it approved', async () => {
  const boundsOf = ({ connector }: Awaited<ReturnType<typeof connected>>) => (connector as unknown as PhoneConnector).bounds() // as above
  const free = await connected()
  expect(boundsOf(free)).toBeUndefined()
  const { peer, topic } = free
  await peer.send(topic, { id: peer.nextId(), jsonrpc: '2.0', method: 'wc_sessionUpdate', params: { namespaces: { eip155: { ...granted.eip155, methods: ['personal_sign'] } } } })
  expect(await peer.next()).toMatchObject({ result: true })
  expect(boundsOf(free)).toEqual([1])
})

test('connects, hears what the wallet does, and is left by it', async () => {
  const { config, connector, peer, topic } = await connected()
  expect(getConnection(config)).toMatchObject({ status: 'connected', address, chainId: 1, connector: { id: connector.id } })
  const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const say = async (method: string, params: unknown) => {
    await peer.send(topic, { id: peer.nextId(), jsonrpc: '2.0', method, params })
    expect(await peer.next()).toMatchObject({ result: true })
  }
  await say('wc_sessionEvent', { chainId: 'eip155:1', event: { name: 'accountsChanged', data: [`eip155:1:${other}`] } })
  expect(getConnection(config).address).toBe(other)
  for (const data of [[], 'text', null, ['nobody'], [7]]) await say('wc_sessionEvent', { chainId: 'eip155:1', event: { name: 'accountsChanged', data } })
  expect(getConnection(config).address).toBe(other)
  await say('wc_sessionEvent', { chainId: 'eip155:11155111', event: { name: 'chainChanged', data: '0xaa36a7' } })
  expect(getConnection(config).chainId).toBe(sepolia.id)
  await say('wc_sessionDelete', { code: 6000, message: 'bye' })
  await expect.poll(() => getConnection(config).status).toBe('disconnected')
})

test('a session that has other namespaces too is one of this chain’s as long as it has an account here', async () => {
  const { config, client, peer, topic } = await connected()
  const solana = { accounts: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'], methods: ['solana_signMessage'], events: [] }
  const update = async (namespaces: object) => {
    await peer.send(topic, { id: peer.nextId(), jsonrpc: '2.0', method: 'wc_sessionUpdate', params: { namespaces } })
    expect(await peer.next()).toMatchObject({ result: true })
  }
  await update({ ...granted, solana })
  expect(getConnection(config)).toMatchObject({ status: 'connected', addresses: [address] })
  await update({ solana })
  await expect.poll(() => getConnection(config).status).toBe('disconnected')
  expect(client.sessions()).toMatchObject([{ topic, namespaces: { solana } }])
})

test('asks the wallet what only a wallet can do, and a node the rest', async () => {
  const { connector, peer, topic } = await connected()
  const provider = (await connector.getProvider()) as { request(asked: { method: string; params?: unknown }): Promise<unknown> } // wagmi leaves it to the connector
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
  expect(await provider.request({ method: 'eth_getBalance' })).toBe('eth_getBalance of 1')
  const signed = provider.request({ method: 'personal_sign', params: ['0x68', address] })
  const { id, params } = await peer.next()
  expect(params).toMatchObject({ chainId: 'eip155:1', request: { method: 'personal_sign', params: ['0x68', address] } })
  await peer.send(topic, { id, jsonrpc: '2.0', result: '0xsigned' })
  expect(await signed).toBe('0xsigned')
})

test('switches by itself where the wallet approved the chain, and asks where it did not', async () => {
  const { config, peer, topic } = await connected()
  const switched = switchChain(config, { chainId: sepolia.id })
  const { id, params } = await peer.next()
  expect(params).toMatchObject({ request: { method: 'wallet_switchEthereumChain', params: [{ chainId: '0xaa36a7' }] } })
  await peer.send(topic, { id, jsonrpc: '2.0', result: null })
  await switched
  expect(getConnection(config).chainId).toBe(sepolia.id)
  await switchChain(config, { chainId: mainnet.id })
  expect(getConnection(config).chainId).toBe(mainnet.id)
})

test('comes back after a reload, and leaves', async () => {
  const { config, connector, peer, topic, client } = await connected()
  config.setState((state) => ({ ...state, connections: new Map(), current: null, status: 'disconnected' })) // what a reload leaves of wagmi
  await reconnect(config, { connectors: [connector] })
  expect(getConnection(config)).toMatchObject({ status: 'connected', address })
  await disconnect(config)
  expect(client.sessions()).toEqual([])
  expect(await peer.next()).toMatchObject({ topic, method: 'wc_sessionDelete' })
})

test('an answer to what an earlier page asked is a message, and the provider’s for who asks the same again', async () => {
  const { connector, peer, topic, client, url, storage } = await connected()
  const question = { method: 'personal_sign', params: ['0x68', address] }
  const ask = async (one: typeof connector) => ((await one.getProvider()) as { request(asked: object): Promise<unknown> }).request(question) // wagmi leaves it to the connector
  const left = failureOf(ask(connector))
  const { id } = await peer.nextRequest()
  client.close()
  await left
  const again = await start({ url, storage })
  await reconnect(again.config, { connectors: [again.connector] })
  const message = new Promise((resolve) => again.connector.emitter.on('message', resolve))
  await peer.send(topic, { id, jsonrpc: '2.0', result: '0xsigned' })
  expect(await message).toMatchObject({ type: 'answered', data: { method: 'personal_sign', networkId: 'eip155:1', answer: { result: '0xsigned' } } })
  expect(await ask(again.connector)).toBe('0xsigned')
})

test('a page that went while the phone decided is connected when it is back', async () => {
  const { url, storage, client, nextCode, begin } = await start()
  const code = nextCode()
  const left = failureOf(begin())
  const peer = await startPeer(url)
  const scanned = await peer.pair(await code)
  client.close()
  await left
  const again = await start({ url, storage })
  await settleBy(peer, scanned)
  await reconnect(again.config, { connectors: [again.connector] })
  expect(getConnection(again.config)).toMatchObject({ status: 'connected', address })
})

test('a wallet that grants no account of this kind is not connected, and hears that it is not wanted', async () => {
  const { begin, nextCode, url, client } = await start()
  const code = nextCode()
  const done = failureOf(begin())
  const peer = await startPeer(url)
  await approve(peer, await code, { solana: { accounts: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'], methods: [], events: [] } })
  expect(await done).toMatchObject({ code: 'unauthorized' })
  expect(client.sessions()).toEqual([])
  expect(await peer.next()).toMatchObject({ method: 'wc_sessionDelete' })
})

test('a code that is kept is shown again until it is refused', async () => {
  const { begin, nextCode, url, codes } = await start()
  const attempt = async () => {
    const giveUp = new AbortController()
    const code = nextCode()
    const done = failureOf(begin({ signal: giveUp.signal, keepPairing: true }))
    const uri = await code
    giveUp.abort()
    expect(await done).toMatchObject({ code: 'requestAborted' })
    return uri
  }
  expect(await attempt()).toBe(await attempt())
  const code = nextCode()
  const refused = failureOf(begin({ keepPairing: true }))
  const peer = await startPeer(url)
  const { id, pairingTopic } = await peer.pair(await code)
  await peer.send(pairingTopic, { id, jsonrpc: '2.0', error: { code: 5000, message: 'no' } })
  expect(await refused).toMatchObject({ code: 'userRejected' })
  await attempt()
  expect(new Set(codes).size).toBe(2)
})

test('of several apps that one code opened, a later request opens the one that answered', async () => {
  const { begin, nextCode, url, storage } = await start()
  const code = nextCode()
  const done = begin({ keepPairing: true })
  const peer = await startPeer(url)
  const scanned = await peer.pair(await code)
  storage.setItem('@latchkey/walletconnect.deep-link', JSON.stringify({ name: 'Other', native: 'other://' }))
  const topic = await settleBy(peer, scanned, granted, { native: 'peer://' })
  await done
  expect(appOfSession(storage, topic)).toEqual({ name: 'Peer', native: 'peer://' })
})

test('a code that is not kept ends with its attempt', async () => {
  const { begin, nextCode, codes } = await start()
  for (const keepPairing of [false, true]) {
    const giveUp = new AbortController()
    const code = nextCode()
    const done = failureOf(begin({ signal: giveUp.signal, keepPairing }))
    await code
    giveUp.abort()
    expect(await done).toMatchObject({ code: 'requestAborted' })
  }
  expect(new Set(codes).size).toBe(2)
})
