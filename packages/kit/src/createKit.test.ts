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

/** A `fetch` that stores the URLs of requests and never answers. */
function notedFetch() {
  const urls: string[] = []
  const fetch = (url: string | URL | Request) => {
    urls.push(String(url))
    return new Promise<Response>(() => {})
  }
  return { urls, fetch }
}

test('on a server nothing happens, neither when it is made nor when it is started', async () => {
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

test('listens to nobody before it is started and to nobody after it is stopped', () => {
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

test('refuses options that are wrong before it does anything', () => {
  expect(() => createKit({ metadata, networks: [], adapters: [evm()] } as never)).toThrow(
    'Option "networks" is not valid.',
  ) // what a page without types may pass
})

test('begins dark, on the first network, with nobody connected', () => {
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
])('a visitor who chose %s begins on %s', (stored, begun) => {
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

test('the look can be changed in parts', () => {
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

test('tells subscribers of every change until they have enough', () => {
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

/** A node that answers every call with this result. */
const node = (result: string) =>
  startTestServer((response, request) => sendResult(response, request, result))

test("reads over the site's own nodes and no others when it named some", async () => {
  const [own, usual, api] = [await node('0x1'), await node('0x2'), await node('0x3')]
  const { kit } = startTestKit({
    chains: [{ id: 31337, name: 'First', rpcUrl: usual.url }],
    customRpcUrls: { 'eip155:31337': [own.url] },
    services: { api: api.url },
  })
  expect(await kit.request({ method: 'eth_blockNumber' })).toBe('0x1')
  expect([usual.requests, api.requests]).toEqual([[], []])
})

test('reads over the API, asks it again, and the usual node only then and where the site wants that', async () => {
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

test('an answer of no known form is a failure', async () => {
  const server = await startTestServer((response) => void response.end('<html>'))
  const { kit } = startTestKit({
    networks: [networkOf({ id: 31337, name: 'First', rpcUrl: server.url })],
  })
  const reason = reasonOf(kit.request({ method: 'eth_blockNumber' }))
  await server.received(1)
  expect(await reason).toMatchObject({ name: 'KitError' })
})

test('a namespace without a provider is the error of the table, with the reason beside it', () => {
  const { kit } = startTestKit()
  expect(() => kit.getProvider({ namespace: 'solana' })).toThrow(
    expect.objectContaining({
      code: 'connectionMissing',
      message: kitError('connectionMissing').message,
      details: expect.stringContaining('adapter'),
    }),
  )
})
