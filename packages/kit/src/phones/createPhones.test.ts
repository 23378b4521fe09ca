/** Phones as links: wallets by hand, over a real relay. */
import { mainnet, sepolia } from 'viem/chains'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestRelay } from '../../../../services/relay/src/testing/startTestRelay.ts'
import { evm } from '../chains/evm/evm.ts'
import { reasonOf, startTestKit } from '../connection/startTestKit.ts'
import { systemClock } from '../core/clock.ts'
import { linkOf } from '../core/linkOf.ts'
import { connectionsOf, disconnected } from '../core/session.ts'
import { sendJson, startTestServer } from '../core/startTestServer.ts'
import { memoryStorage } from '../core/storage.ts'
import { createFakeAdapter } from '../testing/fakeAdapter.ts'
import { createWalletConnect } from '../walletconnect/createWalletConnect.ts'
import { address, approve, granted, settleBy } from '../walletconnect/testing/approve.ts'
import { startPeer } from '../walletconnect/testing/startPeer.ts'
import { walletConnectId } from './connectionId.ts'
import { createPhones } from './createPhones.ts'
import { appOfSession } from './rememberWallet.ts'

const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ofSecond = { eip155: { ...granted.eip155, accounts: [`eip155:1:${second}`] } }
const bread = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const cluster = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const solana = { accounts: [`${cluster}:${bread}`], methods: ['solana_signMessage'], events: [] }

type Page = { url?: string; storage?: ReturnType<typeof memoryStorage>; options?: Parameters<typeof startTestKit>[0] }

/** One page of a site, whose client can leave alone. */
async function startPage({ url: known, storage = memoryStorage(), options }: Page = {}) {
  const url = known ?? (await startTestRelay()).url
  const node = await startTestServer((response, { body }) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string } // the kit's own question
    sendJson(response, { jsonrpc: '2.0', id, result: `${method} by the node` })
  })
  const client = createWalletConnect({ relayUrl: url, metadata: { name: 'Shop', url: 'https://shop.example.org' }, storage, tab: 'one', clock: systemClock, WebSocket: WebSocket as unknown as typeof globalThis.WebSocket }) // ws has the browser's interface
  onTestFinished(client.close)
  const started = startTestKit({
    networks: [mainnet, sepolia], customRpcUrls: { 'eip155:1': [node.url] }, storage, clock: systemClock,
    sources: [{
      create: ({ kit, setConnectors }) => ({
        namespaces: ['eip155', 'solana'], isMany: true,
        watch() {
          setConnectors(kit.context.adapters.map(({ namespace }) => ({ id: walletConnectId, name: 'WalletConnect', namespace, type: 'walletConnect' as const })))
          return () => {}
        },
        ...createPhones(kit, async () => client),
      }),
    }],
    ...options,
  })
  const { kit } = started
  await Promise.all(kit.context.adapters.map((adapter) => adapter.load('phone')))
  kit.context.sources.all().forEach((source) => source.prepare())
  await new Promise((resolve) => setImmediate(resolve))
  /** Shows a code. */
  async function show(parameters: Parameters<typeof kit.connect>[0] = {}) {
    const giveUp = new AbortController()
    let connecting: Promise<unknown> = Promise.resolve()
    const uri = await new Promise<string>((resolve, reject) => {
      connecting = reasonOf(kit.connect({ connectorId: walletConnectId, signal: giveUp.signal, onPairing: (pairing) => resolve(pairing.uri), ...parameters }))
      void connecting.then(reject)
    })
    return { uri, connecting, goBack: () => giveUp.abort() }
  }
  const connections = () => connectionsOf(kit.getState().sessions.eip155 ?? disconnected)
  const connected = () => Object.fromEntries(connections().map(({ connectorId, accounts }) => [connectorId, accounts[0]]))
  const provider = () => linkOf(kit, 'eip155', walletConnectId)?.provider as { request(asked: { method: string; params?: unknown }): Promise<unknown> } // that of eip155 is one of EIP-1193
  const comeBack = async () => void (await import('../connection/reconnect.ts').then(({ reconnect }) => reconnect(kit)))
  return { ...started, url, storage, client, show, connections, connected, provider, comeBack }
}

/** A page that a phone is connected to. */
async function startConnected(page: Page = {}, namespaces: object = granted) {
  const started = await startPage(page)
  const { uri, connecting } = await started.show()
  const peer = await startPeer(started.url)
  const topic = await approve(peer, uri, namespaces)
  expect(await connecting).toBe('fulfilled')
  const say = async (method: string, params: unknown) => {
    await peer.send(topic, { id: peer.nextId(), jsonrpc: '2.0', method, params })
    expect(await peer.next()).toMatchObject({ result: true })
  }
  return { ...started, peer, topic, say }
}

/** As on iOS Safari, where a code is kept while its app is open. */
function stubSafari(): void {
  const before = globalThis.navigator
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  Object.defineProperty(globalThis, 'navigator', { value: { userAgent, maxTouchPoints: 5 }, configurable: true })
  onTestFinished(() => void Object.defineProperty(globalThis, 'navigator', { value: before, configurable: true }))
}

test('names the app at the other end, cut, without its picture', async () => {
  const { connections } = await startConnected()
  expect(connections()).toMatchObject([{ wallet: { id: 'app:peer', name: 'Peer' } }])
  expect(connections()[0]?.wallet?.image_url).toBeUndefined()
})

test('a wallet that takes no request for another chain is bound to those that it approved', async () => {
  const { connections, say } = await startConnected()
  expect(connections()[0]?.networkIds).toBeUndefined()
  await say('wc_sessionUpdate', { namespaces: { eip155: { ...granted.eip155, methods: ['personal_sign'] } } })
  await expect.poll(() => connections()[0]?.networkIds).toEqual(['eip155:1'])
})

test('connects, hears what the wallet does, and is left by it', async () => {
  const both = { eip155: { ...granted.eip155, accounts: [...granted.eip155.accounts, `eip155:1:${second}`] } }
  const { connections, say } = await startConnected({}, both)
  expect(connections()).toMatchObject([{ connectorId: walletConnectId, accounts: [address, second], networkId: 'eip155:1' }])
  await say('wc_sessionEvent', { chainId: 'eip155:1', event: { name: 'accountsChanged', data: [`eip155:1:${second}`] } })
  expect(connections()).toMatchObject([{ accounts: [second, address] }])
  const stranger = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  for (const data of [[], 'text', null, ['nobody'], [7], [`eip155:1:${stranger}`]]) await say('wc_sessionEvent', { chainId: 'eip155:1', event: { name: 'accountsChanged', data } })
  expect(connections()).toMatchObject([{ accounts: [second, address] }])
  await say('wc_sessionEvent', { chainId: 'eip155:11155111', event: { name: 'chainChanged', data: '0xaa36a7' } })
  expect(connections()).toMatchObject([{ networkId: 'eip155:11155111' }])
  await say('wc_sessionDelete', { code: 6000, message: 'bye' })
  await expect.poll(connections).toEqual([])
})

test('a session that has other namespaces too is one of this chain’s as long as it has an account here', async () => {
  const { connections, client, topic, say } = await startConnected()
  await say('wc_sessionUpdate', { namespaces: { ...granted, solana } })
  expect(connections()).toMatchObject([{ accounts: [address] }])
  await say('wc_sessionUpdate', { namespaces: { solana } })
  await expect.poll(connections).toEqual([])
  expect(client.sessions()).toMatchObject([{ topic, namespaces: { solana } }])
})

test('asks the wallet what only a wallet can do, and a node the rest', async () => {
  const methods = ['personal_sign', 'wallet_grantPermissions', 'eth_sendUserOperation', 'eth_signTypedData_v3']
  const { provider, peer, topic } = await startConnected({}, { eip155: { ...granted.eip155, methods } })
  expect(await provider().request({ method: 'eth_chainId' })).toBe('0x1')
  expect(await provider().request({ method: 'eth_accounts' })).toEqual([address])
  expect(await provider().request({ method: 'eth_getBalance' })).toBe('eth_getBalance by the node')
  for (const method of methods) {
    const signed = provider().request({ method, params: ['0x68', address] })
    const { id, params } = await peer.next()
    expect(params).toMatchObject({ chainId: 'eip155:1', request: { method, params: ['0x68', address] } })
    await peer.send(topic, { id, jsonrpc: '2.0', result: '0xsigned' })
    expect(await signed).toBe('0xsigned')
  }
  expect(await reasonOf(provider().request({ method: 'wallet_sendCalls', params: [] }))).toMatchObject({ code: 'unauthorized' })
})

describe('switching', () => {
  test('a chain that the wallet approved is gone to without asking, another one is asked for', async () => {
    const { kit, connections, peer, topic } = await startConnected()
    const switched = kit.switchNetwork({ networkId: 'eip155:11155111' })
    const { id, params } = await peer.next()
    expect(params).toMatchObject({ request: { method: 'wallet_switchEthereumChain', params: [{ chainId: '0xaa36a7' }] } })
    await peer.send(topic, { id, jsonrpc: '2.0', result: null })
    await switched
    expect(connections()).toMatchObject([{ networkId: 'eip155:11155111' }])
    await kit.switchNetwork({ networkId: 'eip155:1' })
    expect(connections()).toMatchObject([{ networkId: 'eip155:1' }])
  })

  test('a chain that the wallet does not know is added there, and gone to', async () => {
    const methods = [...granted.eip155.methods, 'wallet_addEthereumChain']
    const { kit, connections, peer, topic } = await startConnected({}, { eip155: { ...granted.eip155, methods } })
    const switched = kit.switchNetwork({ networkId: 'eip155:11155111' })
    const asked = await peer.next()
    await peer.send(topic, { id: asked.id, jsonrpc: '2.0', error: { code: 4902, message: 'unknown chain' } })
    const added = await peer.next()
    expect(added.params).toMatchObject({ request: { method: 'wallet_addEthereumChain', params: [{ chainId: '0xaa36a7', chainName: 'Sepolia' }] } })
    await peer.send(topic, { id: added.id, jsonrpc: '2.0', result: null })
    const again = await peer.next()
    expect(again.params).toMatchObject({ request: { method: 'wallet_switchEthereumChain' } })
    await peer.send(topic, { id: again.id, jsonrpc: '2.0', result: null })
    await switched
    expect(connections()).toMatchObject([{ networkId: 'eip155:11155111' }])
  })

  test('the network that was chosen before connecting is asked for first, and is where the visitor then stands', async () => {
    const { show, url, connections } = await startPage()
    const { uri, connecting } = await show({ networkId: 'eip155:11155111' })
    const peer = await startPeer(url)
    const scanned = await peer.pair(uri)
    expect(scanned.proposal).toMatchObject({ optionalNamespaces: { eip155: { chains: ['eip155:11155111', 'eip155:1'] } } })
    await settleBy(peer, scanned, { eip155: { ...granted.eip155, accounts: [`eip155:1:${address}`, `eip155:11155111:${address}`] } })
    await connecting
    expect(connections()).toMatchObject([{ networkId: 'eip155:11155111' }])
  })
})

describe('over reloads', () => {
  test('comes back, where it was, and leaves', async () => {
    const { url, storage, stop, client, topic, say, peer } = await startConnected()
    await say('wc_sessionEvent', { chainId: 'eip155:11155111', event: { name: 'chainChanged', data: 11_155_111 } })
    stop()
    client.close()
    const again = await startPage({ url, storage })
    await again.comeBack()
    expect(again.connections()).toMatchObject([{ connectorId: walletConnectId, accounts: [address], networkId: 'eip155:11155111' }])
    await again.kit.disconnect()
    expect(again.client.sessions()).toEqual([])
    expect(await peer.next()).toMatchObject({ topic, method: 'wc_sessionDelete' })
  })

  test.each(['{', '[{"topic":7}]', '[{"networks":null,"topic":"a","left":[]}]', '7', 'null', '{"a":1}'])('stored %s is nothing, and a phone connects', async (text) => {
    const storage = memoryStorage()
    storage.setItem('@latchkey/phones', text)
    storage.setItem('@latchkey/phones.first', text)
    const { connections } = await startConnected({ storage })
    expect(connections()).toMatchObject([{ networkId: 'eip155:1' }])
  })

  test('an answer to what an earlier page asked is for the one who asks the same again', async () => {
    const { provider, peer, topic, client, url, storage } = await startConnected()
    const question = { method: 'personal_sign', params: ['0x68', address] }
    const left = reasonOf(provider().request(question))
    const { id } = await peer.nextRequest()
    client.close()
    await left
    const again = await startPage({ url, storage })
    await again.comeBack()
    const answered = new Promise((resolve) => again.client.subscribe(({ type }) => type === 'answered' && resolve(type)))
    await peer.send(topic, { id, jsonrpc: '2.0', result: '0xsigned' })
    await answered
    expect(await again.provider().request(question)).toBe('0xsigned')
  })

  test('a page that went while the phone decided is connected when it is back', async () => {
    const { url, storage, client, show } = await startPage()
    const { uri, connecting } = await show()
    const peer = await startPeer(url)
    const scanned = await peer.pair(uri)
    client.close()
    await connecting
    const again = await startPage({ url, storage })
    await settleBy(peer, scanned)
    await again.comeBack()
    await expect.poll(again.connected).toEqual({ walletConnect: address })
  })

  test.each(['before', 'after'])('another phone that approves the code of an earlier page, %s the first came back, stands beside it', async (when) => {
    const { url, storage, client, show } = await startConnected()
    const left = await show()
    const other = await startPeer(url)
    const scanned = await other.pair(left.uri)
    client.close()
    await left.connecting
    const again = await startPage({ url, storage })
    if (when === 'after') await again.comeBack()
    const topic = await settleBy(other, scanned, ofSecond)
    if (when === 'before') await again.comeBack()
    await expect.poll(again.connected).toEqual({ walletConnect: address, [`walletConnect:${topic}`]: second })
  })
})

describe('codes', () => {
  test('one that is kept and approved after the visitor went away connects', async () => {
    stubSafari()
    const { url, show, connected } = await startPage()
    const { uri, connecting, goBack } = await show()
    goBack()
    expect(await connecting).toMatchObject({ code: 'requestAborted' })
    await approve(await startPeer(url), uri)
    await expect.poll(connected).toEqual({ walletConnect: address })
  })

  test('one that is approved late stands beside the phone that is connected', async () => {
    stubSafari()
    const { url, show, connected } = await startConnected()
    const other = await show()
    other.goBack()
    await other.connecting
    const topic = await approve(await startPeer(url), other.uri, ofSecond)
    await expect.poll(connected).toEqual({ walletConnect: address, [`walletConnect:${topic}`]: second })
  })

  test('a phone that approves late without an account of this kind is told that it is not wanted', async () => {
    stubSafari()
    const { url, show, connected, client } = await startPage()
    const { uri, connecting, goBack } = await show()
    goBack()
    await connecting
    const peer = await startPeer(url)
    await approve(peer, uri, { solana })
    expect(await peer.nextRequest()).toMatchObject({ method: 'wc_sessionDelete' })
    expect(client.sessions()).toEqual([])
    expect(connected()).toEqual({})
  })

  test('a wallet that grants no account of this kind is not connected, and hears that it is not wanted', async () => {
    const { url, show, client } = await startPage()
    const { uri, connecting } = await show()
    const peer = await startPeer(url)
    await approve(peer, uri, { solana })
    expect(await connecting).toMatchObject({ code: 'unauthorized' })
    expect(client.sessions()).toEqual([])
    expect(await peer.next()).toMatchObject({ method: 'wc_sessionDelete' })
  })

  test('one that is kept is shown again until it is refused', async () => {
    stubSafari()
    const { url, show } = await startPage()
    const attempt = async () => {
      const { uri, connecting, goBack } = await show()
      goBack()
      expect(await connecting).toMatchObject({ code: 'requestAborted' })
      return uri
    }
    const shown = await attempt()
    expect(await attempt()).toBe(shown)
    const { uri, connecting } = await show()
    expect(uri).toBe(shown)
    const peer = await startPeer(url)
    const { id, pairingTopic } = await peer.pair(uri)
    await peer.send(pairingTopic, { id, jsonrpc: '2.0', error: { code: 5000, message: 'no' } })
    expect(await connecting).toMatchObject({ code: 'userRejected' })
    expect(await attempt()).not.toBe(shown)
  })

  test('one that is not kept ends with its attempt', async () => {
    const { show } = await startPage()
    const codes = new Set<string>()
    for (let round = 0; round < 2; round++) {
      const { uri, connecting, goBack } = await show()
      codes.add(uri)
      goBack()
      expect(await connecting).toMatchObject({ code: 'requestAborted' })
    }
    expect(codes.size).toBe(2)
  })

  test('of several apps that one code opened, a later request opens the one that answered', async () => {
    stubSafari()
    const { show, url, storage } = await startPage()
    const { uri, connecting } = await show()
    const peer = await startPeer(url)
    const scanned = await peer.pair(uri)
    storage.setItem('@latchkey/walletconnect.deep-link', JSON.stringify({ name: 'Other', native: 'other://' }))
    const topic = await settleBy(peer, scanned, granted, { native: 'peer://' })
    await connecting
    expect(appOfSession(storage, topic)).toEqual({ name: 'Peer', native: 'peer://' })
  })
})

describe('two namespaces in one session', () => {
  const phoneOfSolana = {
    methods: ['solana_signMessage'], events: [], readAccounts: (accounts: readonly string[]) => accounts, readEvent: () => undefined, canMove: () => false,
    createProvider: (session: object) => session,
  }
  /** The fake adapter of another namespace, which phones know how to speak to. */
  function fakeSolana() {
    const fake = createFakeAdapter({ namespace: 'solana', connectors: [] })
    return { ...fake, create: (host: Parameters<typeof fake.create>[0]) => ({ ...fake.create(host), isOnPhones: true, load: async () => phoneOfSolana as never }) } // the one facet that is asked for here
  }
  const networks = [mainnet, { id: cluster.slice('solana:'.length), name: 'Solana', namespace: 'solana' as const, nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 }, rpcUrls: { default: { http: ['http://127.0.0.1:1'] } } }] as const
  const page = (): Page => ({ options: { networks, adapters: [evm(), fakeSolana()] } })
  const both = { ...granted, solana }
  const sessionsOf = (kit: { getState(): { sessions: object } }) => Object.fromEntries(Object.entries(kit.getState().sessions as Record<string, { status: string }>).map(([namespace, { status }]) => [namespace, status]))

  test('one code asks for both, one session serves both', async () => {
    const { kit, show, url, client } = await startPage(page())
    const { uri, connecting } = await show({ namespace: 'eip155' })
    const peer = await startPeer(url)
    const scanned = await peer.pair(uri)
    expect(Object.keys((scanned.proposal as { optionalNamespaces: object }).optionalNamespaces)).toEqual(['eip155', 'solana'])
    await settleBy(peer, scanned, both)
    expect(await connecting).toBe('fulfilled')
    expect(sessionsOf(kit)).toEqual({ eip155: 'connected', solana: 'connected' })
    expect(kit.getState().sessions.solana).toMatchObject({ current: { connectorId: walletConnectId, accounts: [bread], networkId: cluster } })
    expect(client.sessions()).toHaveLength(1)
  })

  test('disconnecting one namespace keeps the other, also over a reload; the last one tells the phone', async () => {
    const { kit, client, url, storage, stop, peer } = await startConnected(page(), both)
    await kit.disconnect({ connectorId: walletConnectId, namespace: 'eip155' })
    expect(sessionsOf(kit)).toEqual({ eip155: 'disconnected', solana: 'connected' })
    expect(client.sessions()).toHaveLength(1)
    stop()
    client.close()
    const again = await startPage({ ...page(), url, storage })
    await again.comeBack()
    expect(sessionsOf(again.kit)).toEqual({ eip155: 'disconnected', solana: 'connected' })
    await again.kit.disconnect({ connectorId: walletConnectId, namespace: 'solana' })
    expect(await peer.next()).toMatchObject({ method: 'wc_sessionDelete' })
    expect(again.client.sessions()).toEqual([])
  })

  test('a wallet that approves the other namespace only is connected there', async () => {
    const { kit } = await startConnected(page(), { solana })
    expect(sessionsOf(kit)).toEqual({ eip155: 'disconnected', solana: 'connected' })
    expect(kit.getState().namespace).toBe('solana')
  })
})
