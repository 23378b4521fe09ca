import { parseAccountId } from '@latchkey/protocol/caip'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startDevnet } from '../../../../../../devnet/src/startDevnet.ts'
import type { Devnet } from '../../../../../../devnet/src/startDevnet.ts'
import { startTestPage } from '../startTestPage.ts'
import { startTestKit } from '../../../session/startTestKit.ts'
import { sendJson, startTestServer } from '../../../core/testing/startTestServer.ts'
import { announceWallet } from '../../../testing/announceWallet.ts'
import { createDevelopmentWallet } from '../../../testing/developmentWallet.ts'
import type { DevelopmentWalletOptions } from '../../../testing/developmentWallet.ts'
import { readAssetDiscovery } from './readAssetDiscovery.ts'
import { getBalances } from '../../../domains/balances/getBalances.lazy.ts'

let devnet: Devnet
let page: EventTarget
beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free' })
}, 60_000)
afterAll(() => devnet.close())
beforeEach(() => {
  page = startTestPage()
})

const row = {
  name: 'Flour',
  symbol: 'FLR',
  address: `eip155:31337:0x${'00'.repeat(19)}bb`,
  value: 3,
  price: 2,
  quantity: { decimals: '2', numeric: '1.5' },
  iconUrl: '',
}
type Answers = { [method: string]: (params: unknown) => unknown }

/**
 * A kit that is connected to the development wallet. The wallet lists its assets, and answers the
 * methods in `answers` with those answers. The API reports only the token flour, or fails with
 * `status`. `requests` collects the methods that the wallet receives.
 */
async function start(
  answers: Answers = {},
  options: Partial<DevelopmentWalletOptions> = {},
  status = 200,
  debug = false,
) {
  const [first, ...rest] = devnet.chains.map(({ chainId: id, url: rpcUrl, deployment }) => ({
    id,
    name: deployment.name,
    rpcUrl,
  }))
  const usdc = devnet.chains[0]?.deployment.tokens.find(({ symbol }) => symbol === 'USDC')
  if (!first || !usdc) throw new Error('The devnet has two chains and a dollar')
  const token = {
    address: usdc.address,
    name: usdc.name,
    symbol: usdc.symbol,
    decimals: usdc.decimals,
    price: 1,
  }
  const wallet = createDevelopmentWallet({
    chains: [first, ...rest],
    assets: { [first.id]: [token] },
    window: page,
    ...options,
  })
  const requests: string[] = []
  const provider = {
    ...wallet.provider,
    request: async (request: { method: string; params?: unknown }) => (
      requests.push(request.method),
      answers[request.method]?.(request.params) ?? wallet.provider.request(request)
    ),
  }
  onTestFinished(announceWallet({ info: { ...wallet.info }, provider }, page))
  onTestFinished(wallet.close)
  const api = await startTestServer((response, { url }) =>
    sendJson(
      response,
      url.pathname === '/v1/supported-chains'
        ? { http: ['eip155:31337'], ws: [] }
        : { balances: [row] },
      url.pathname.endsWith('/balance') ? status : 200,
    ),
  )
  const started = startTestKit({ chains: [first, ...rest], services: { api: api.url }, debug })
  const { accountId } = await started.kit.connect({ connectorId: wallet.info.rdns })
  const readAssets = async () =>
    (await getBalances(started.kit, { accountId })).map(({ symbol }) => symbol)
  return { ...started, wallet, requests, api, accountId, ask: readAssets, usdc }
}

const reportedByWallet = ['USDC', 'ETH']
const reportedByApi = ['FLR']

/**
 * Reads twice, and returns the second result. The first read may use the API, because the wallet
 * has not yet answered with its capabilities.
 */
async function settled(readAssets: () => Promise<readonly string[]>) {
  await readAssets()
  return readAssets()
}

test('a wallet with asset discovery reports the exact balances, and its capabilities are requested once', async () => {
  const { kit, accountId, ask: readAssets, requests, usdc } = await start()
  expect(await settled(readAssets)).toEqual(reportedByWallet)
  const [dollars, ether] = await getBalances(kit, { accountId })
  expect(dollars).toMatchObject({
    id: `eip155:31337:${usdc.address}`,
    address: usdc.address,
    name: 'USD Coin',
    decimals: 6,
    price: 1,
    quantity: expect.stringMatching(/^\d+(\.\d*[1-9])?$/),
  })
  expect(dollars?.value).toBe(Number(dollars?.quantity))
  expect(ether).toEqual({
    id: 'eip155:31337',
    name: 'Ether',
    symbol: 'ETH',
    address: undefined,
    decimals: 18,
    quantity: expect.stringMatching(/^\d/),
  })
  expect(requests.filter((method) => method === 'wallet_getCapabilities')).toHaveLength(1)
})

test('the kit requests the assets of one account on one network', async () => {
  const params: unknown[] = []
  const { ask: readAssets, accountId } = await start({
    wallet_getAssets: (given) => void params.push(given),
  })
  await settled(readAssets)
  expect(params[0]).toEqual([{ account: accountId.split(':')[2], chainFilter: ['0x7a69'] }])
})

test('if a wallet reports no capabilities, the kit requests them once and reads the balances from the API', async () => {
  const { ask: readAssets, requests, kit } = await start({}, { assets: undefined })
  expect([await readAssets(), await readAssets(), await readAssets()]).toEqual([
    reportedByApi,
    reportedByApi,
    reportedByApi,
  ])
  expect(requests.filter((method) => method.startsWith('wallet_get'))).toEqual([
    'wallet_getCapabilities',
  ])
  expect(kit.getState()).toMatchObject({ toast: undefined })
  expect(kit.getState().alert).toBeUndefined()
})

test.each([
  null,
  'yes',
  [],
  {},
  { '0x1': { assetDiscovery: { supported: true } } },
  { '0x7a69': null },
  { '0x7a69': { assetDiscovery: { supported: 'true' } } },
  { '0x7a69': { assetDiscovery: false } },
])('a wallet with the capabilities %j gets no request for assets', async (capabilities) => {
  const { ask: readAssets, requests } = await start({
    wallet_getCapabilities: () => Promise.resolve(capabilities),
  })
  expect(await settled(readAssets)).toEqual(reportedByApi)
  expect(requests).not.toContain('wallet_getAssets')
})

const good = {
  address: `0x${'ab'.repeat(20)}`,
  balance: '0x64',
  type: 'ERC20',
  metadata: { name: 'Salt', symbol: 'SALT', decimals: 2, price: 1, iconUrl: '' },
}
const bad: readonly [string, object][] = [
  ['an amount that is no hex', { balance: '100' }],
  ['no amount', { balance: undefined }],
  ['too large an amount', { balance: `0x${'f'.repeat(65)}` }],
  ['another type', { type: 'ERC721' }],
  ['an address that is none', { address: '0x12' }],
  ['no metadata', { metadata: undefined }],
  ['decimals as text', { metadata: { ...good.metadata, decimals: '2' } }],
  ['256 decimals', { metadata: { ...good.metadata, decimals: 256 } }],
  ['half a decimal', { metadata: { ...good.metadata, decimals: 0.5 } }],
  ['no price', { metadata: { ...good.metadata, price: undefined } }],
  ['a price without end', { metadata: { ...good.metadata, price: Number.POSITIVE_INFINITY } }],
  ['no name', { metadata: { ...good.metadata, name: 5 } }],
  ['no icon', { metadata: { ...good.metadata, iconUrl: null } }],
]
test.each(bad)(
  'if one asset has %s, the whole answer of the wallet is ignored and the API is used',
  async (_, more) => {
    const { ask: readAssets } = await start({
      wallet_getAssets: () => ({ '0x7a69': [good, { ...good, ...more }] }),
    })
    expect(await settled(readAssets)).toEqual(reportedByApi)
  },
)

test.each(bad)(
  'an ignored asset list with %s raises an alert only with debug on',
  async (_, more) => {
    const answers = { wallet_getAssets: () => ({ '0x7a69': [good, { ...good, ...more }] }) }
    const [reported, silent] = [await start(answers, {}, 200, true), await start(answers)]
    for (const { ask: readAssets } of [reported, silent]) await settled(readAssets)
    expect(reported.kit.getState().alert).toMatchObject({
      text: expect.stringMatching(
        /^The wallet's answer to wallet_getAssets is ignored: .+ of asset 2 is not valid\.$/,
      ) as string,
    })
    expect(silent.kit.getState().alert).toBeUndefined()
  },
)

test.each([
  null,
  [],
  {},
  { '0x1': [good] },
  { '0x7a69': {} },
  { '0x7a69': Array.from({ length: 1_001 }, () => good) },
])('an answer like %j is ignored, and the API is used', async (answer) => {
  const { ask: readAssets } = await start({ wallet_getAssets: () => Promise.resolve(answer) })
  expect(await settled(readAssets)).toEqual(reportedByApi)
})

test.each(['0x7A69', '0x07a69', '31337', 'eip155:31337'])(
  'the chain key %s in the wallet’s answer is understood',
  async (key) => {
    const {
      ask: readAssets,
      kit,
      accountId,
    } = await start({
      wallet_getAssets: () => ({ '0x1': [], [key]: [good] }),
    })
    await settled(readAssets)
    expect(await getBalances(kit, { accountId })).toMatchObject([{ symbol: 'SALT', quantity: '1' }])
  },
)

test('long names are cut, unsafe icons are removed, and assets without a price are marked unverified', async () => {
  const hostile = [
    {
      ...good,
      metadata: {
        ...good.metadata,
        name: 'n'.repeat(10_000),
        symbol: 's'.repeat(10_000),
        price: 0,
        iconUrl: 'javascript:alert(1)',
      },
    },
    { ...good, balance: '0x0' },
    good,
  ]
  const {
    ask: readAssets,
    kit,
    accountId,
  } = await start({ wallet_getAssets: () => ({ '0x7a69': hostile }) })
  await settled(readAssets)
  expect(await getBalances(kit, { accountId })).toEqual([
    {
      id: `eip155:31337:${good.address}`,
      address: good.address,
      name: 'Salt',
      symbol: 'SALT',
      decimals: 2,
      quantity: '1',
      price: 1,
      value: 1,
    },
    {
      id: `eip155:31337:${good.address}`,
      address: good.address,
      name: `${'n'.repeat(63)}…`,
      symbol: `${'s'.repeat(63)}…`,
      decimals: 2,
      quantity: '1',
      isUnverified: true,
    },
  ])
})

test.each([
  ['https://strangers.example.org/a.png', undefined],
  ['http://127.0.0.1/a.png', undefined],
  ['data:text/html,<script>', undefined],
  ['data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
])(
  'the icon at %s is shown only if it needs no request to a foreign host',
  async (iconUrl, shown) => {
    const {
      ask: readAssets,
      kit,
      accountId,
    } = await start({
      wallet_getAssets: () => ({
        '0x7a69': [
          {
            ...good,
            metadata: { ...good.metadata, name: 'Sa\u202elt\u200b', symbol: 'SA\u2066LT', iconUrl },
          },
        ],
      }),
    })
    await settled(readAssets)
    const [asset] = await getBalances(kit, { accountId })
    expect(asset).toMatchObject({ name: 'Salt', symbol: 'SALT' })
    expect(asset?.iconUrl).toBe(shown)
  },
)

test('if the API fails, the wallet’s answer is used at once', async () => {
  const later = async () => {
    // these requests end after the API's failure has reached the kit
    for (let round = 0; round < 5; round++) await fetch(`${api.url}/v1/supported-chains`)
    return { '0x7a69': { assetDiscovery: true } }
  }
  const { ask: readAssets, api } = await start({ wallet_getCapabilities: later }, {}, 404)
  expect(await readAssets()).toEqual(reportedByWallet)
})

const forever = () => new Promise(() => {})

test('a wallet that never answers about its capabilities does not delay the balances', async () => {
  const { ask: readAssets } = await start({ wallet_getCapabilities: forever })
  expect(await readAssets()).toEqual(reportedByApi)
})

test('if the wallet does not answer the request for assets within five seconds, the kit uses the API', async () => {
  const { ask: readAssets, clock, kit, accountId } = await start({ wallet_getAssets: forever })
  expect(await readAssetDiscovery(kit, parseAccountId(accountId))).toBe(true)
  const answer = readAssets()
  await clock.scheduled(5_000, 2)
  clock.advance(5_000)
  expect(await answer).toEqual(reportedByApi)
})

test('for another currency or another account, the kit uses the API and not the wallet', async () => {
  const { ask: readAssets, kit, accountId, requests } = await start()
  await settled(readAssets)
  requests.length = 0
  // another account, which is not connected
  const other = accountId.replace(/0x.*/, `0x${'cd'.repeat(20)}`) as typeof accountId
  expect(
    (await getBalances(kit, { accountId, currency: 'eur' })).map(({ symbol }) => symbol),
  ).toEqual(reportedByApi)
  expect((await getBalances(kit, { accountId: other })).map(({ symbol }) => symbol)).toEqual(
    reportedByApi,
  )
  expect(requests).toEqual([])
})
