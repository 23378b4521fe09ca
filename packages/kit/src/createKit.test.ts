import { base, mainnet } from 'viem/chains'
import { expect, onTestFinished, test } from 'vitest'
import { evm } from './chains/evm/evm.ts'
import { startTestPage } from './chains/evm/startTestPage.ts'
import { networkOf, reasonOf, startTestKit, startTestWallet } from './session/startTestKit.ts'
import { kitError } from './core/errors/errors.ts'
import { sendResult, startTestServer } from './core/testing/startTestServer.ts'
import { startTestClock } from './core/testing/startTestClock.ts'
import { accountOf, activeNetworkId } from './core/kit/state.ts'
import { memoryStorage } from './core/storage/storage.ts'
import { createKit } from './createKit.ts'

const metadata = { name: 'Shop', url: 'https://shop.example.org' }

/** A `fetch` that records the URLs of requests and never answers. */
function notedFetch() {
  const urls: string[] = []
  const fetch = (url: string | URL | Request) => {
    urls.push(String(url))
    return new Promise<Response>(() => {})
  }
  return { urls, fetch }
}

test('on a server, creating and starting the kit sends no request and changes no state', async () => {
  expect(typeof window).toBe('undefined')
  const { urls, fetch } = notedFetch()
  const clock = startTestClock()
  const kit = createKit({
    metadata,
    networks: [mainnet, base],
    adapters: [evm()],
    services: { api: 'https://api.example.org' },
    clock,
    fetch,
  })
  expect(clock.waits).toEqual([])
  const stop = kit.start()
  clock.advance(60_000)
  stop()
  expect(urls).toEqual([])
  expect(kit.getState()).toMatchObject({
    sessions: {},
    connectors: [],
    ready: true,
    modal: { open: false },
  })
})

test('the kit listens for wallets only between start and stop', () => {
  const page = startTestPage()
  const events: string[] = []
  page.addEventListener('eip6963:requestProvider', () => events.push('asked'))
  const kit = createKit({
    metadata,
    networks: [mainnet],
    adapters: [evm()],
    storage: memoryStorage(),
    clock: startTestClock(),
  })
  expect(events).toEqual([])
  const stop = kit.start()
  expect(events).toEqual(['asked'])
  startTestWallet({ rdns: 'one' })
  stop()
  startTestWallet({ rdns: 'two' })
  expect(kit.getState().connectors.map(({ id }) => id)).toEqual(['one'])
})

test('createKit throws for an invalid option', () => {
  expect(() => createKit({ metadata, networks: [], adapters: [evm()] } as never)).toThrow(
    'Option "networks" is not valid.',
  ) // a page without types may pass it
})

test('the initial state is dark, on the first network, without a connection', () => {
  const kit = createKit({
    metadata,
    networks: [base, mainnet],
    adapters: [evm()],
    storage: memoryStorage(),
  })
  expect(kit.getState()).toEqual({
    sessions: {},
    connectors: [],
    namespace: 'eip155',
    networkId: 'eip155:8453',
    ready: false,
    modal: { open: false, request: 0 },
    toast: undefined,
    locale: 'en',
    themeMode: 'dark',
    themeVariables: {},
  })
  expect(accountOf(kit.getState())).toBeUndefined()
})

test.each([
  ['eip155:1', 'eip155:1'],
  ['eip155:137', 'eip155:8453'],
  ['mainnet', 'eip155:8453'],
  ['__proto__', 'eip155:8453'],
])('with the stored network %s, the kit starts on the network %s', (stored, begun) => {
  const storage = memoryStorage()
  storage.setItem('@latchkey/version', '1')
  storage.setItem('@latchkey/active-network-id', JSON.stringify(stored))
  const kit = createKit({
    metadata,
    networks: [base, mainnet],
    adapters: [evm()],
    storage,
    clock: startTestClock(),
  })
  onTestFinished(kit.start())
  expect(activeNetworkId(kit.getState())).toBe(begun)
})

test('setTheme changes only the given parts of the theme', () => {
  const kit = createKit({
    metadata,
    networks: [mainnet],
    adapters: [evm()],
    storage: memoryStorage(),
    themeMode: 'light',
    themeVariables: { '--lk-accent': 'red' },
  })
  kit.setTheme({ variables: { '--lk-radius': '0' } })
  expect(kit.getState()).toMatchObject({
    themeMode: 'light',
    themeVariables: { '--lk-accent': 'red', '--lk-radius': '0' },
  })
  kit.setTheme({ mode: 'auto' })
  expect(kit.getState()).toMatchObject({
    themeMode: 'auto',
    themeVariables: { '--lk-accent': 'red', '--lk-radius': '0' },
  })
})

test('subscribers get every change until they unsubscribe', () => {
  const kit = createKit({
    metadata,
    networks: [mainnet],
    adapters: [evm()],
    storage: memoryStorage(),
  })
  const seen: string[] = []
  const stop = kit.subscribe(({ themeMode }, previous) =>
    seen.push(`${previous.themeMode} ${themeMode}`),
  )
  kit.setTheme({ mode: 'light' })
  stop()
  kit.setTheme({ mode: 'dark' })
  expect(seen).toEqual(['dark light'])
})

/** Starts a node that answers every call with this result. */
const node = (result: string) =>
  startTestServer((response, request) => sendResult(response, request, result))

test('with `customRpcUrls`, the kit sends reads only to these nodes', async () => {
  const [own, usual, api] = [await node('0x1'), await node('0x2'), await node('0x3')]
  const { kit } = startTestKit({
    chains: [{ id: 31337, name: 'First', rpcUrl: usual.url }],
    customRpcUrls: { 'eip155:31337': [own.url] },
    services: { api: api.url },
  })
  expect(await kit.request({ method: 'eth_blockNumber' })).toBe('0x1')
  expect([usual.requests, api.requests]).toEqual([[], []])
})

test('the kit reads from the API, repeats a failed read, and then uses the network’s node if `publicNodes` is set', async () => {
  const usual = await node('0x2')
  let status = 200
  const api = await startTestServer((response, request) =>
    sendResult(response, request, '0x3', status),
  )
  const { kit, clock } = startTestKit({
    chains: [{ id: 31337, name: 'First', rpcUrl: usual.url }],
    services: { api: `${api.url}/base/` },
    publicNodes: true,
  })
  expect(await kit.request({ method: 'eth_blockNumber' })).toBe('0x3')
  expect(api.requests[0]?.url.href).toBe('http://server/base/v1?chainId=eip155%3A31337')
  expect(usual.requests).toEqual([])
  status = 503
  const answer = kit.request({ method: 'eth_blockNumber' })
  for (const wait of [150, 300, 600]) {
    await clock.scheduled(wait)
    expect(usual.requests).toEqual([])
    clock.advance(wait)
  }
  expect(await answer).toBe('0x2')
})

test('if a node answers with invalid text, the request rejects with a KitError', async () => {
  const server = await startTestServer((response) => void response.end('<html>'))
  const { kit } = startTestKit({
    networks: [networkOf({ id: 31337, name: 'First', rpcUrl: server.url })],
  })
  const reason = reasonOf(kit.request({ method: 'eth_blockNumber' }))
  await server.received(1)
  expect(await reason).toMatchObject({ name: 'KitError' })
})

test('getProvider throws `connectionMissing` with details for a namespace without an adapter', () => {
  const { kit } = startTestKit()
  expect(() => kit.getProvider({ namespace: 'solana' })).toThrow(
    expect.objectContaining({
      code: 'connectionMissing',
      message: kitError('connectionMissing').message,
      details: expect.stringContaining('adapter'),
    }),
  )
})
