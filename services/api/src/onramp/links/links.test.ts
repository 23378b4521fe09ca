import * as fc from 'fast-check'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { accountHistory } from '@latchkey/protocol/history'
import { onrampMultiQuotes, onrampOptions, onrampProviders } from '@latchkey/protocol/onramp'
import { createApi } from '../../createApi.ts'
import type { ApiOptions } from '../../options.ts'
import { neverOverloaded } from '../../testing/neverOverloaded.ts'
import { onrampClient, type Answer } from '../../testing/onrampClient.ts'
import { startFakeCompany, type FakeCompany } from '../../testing/startFakeCompany.ts'
import { isSecret } from './companyKey.ts'

const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = `0x${'7'.repeat(64)}`
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const row = {
  status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  purchase_currency: 'USDC',
  purchase_network: 'base',
  purchase_amount: { value: '98.5', currency: 'USDC' },
  payment_total: { value: '100', currency: 'USD' },
  tx_hash: hash,
  created_at: '2026-01-05T10:00:00Z',
  wallet_address: self,
  transaction_id: 'private-id-1',
  user_id: 'private-user',
  country: 'DE',
}
const reasonOf = ({ status, body }: Answer) => [
  status,
  (body as { reasons: { field: string }[] }).reasons[0]?.field,
]

async function startCompany(how?: Parameters<typeof startFakeCompany>[0]): Promise<FakeCompany> {
  const company = await startFakeCompany(how)
  closers.push(company.close)
  return company
}

/**
 * Starts an API that has only providers with their own pages. Its clock moves at every request, so
 * that nothing is cached.
 */
async function start(onramp: ApiOptions['onramp']) {
  let at = Date.now()
  const api = createApi({
    ...neverOverloaded,
    chains: [
      {
        networkId: 'eip155:1',
        name: 'Ethereum',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        multicall3: `0x${'1'.repeat(40)}`,
        tokens: [],
        rpcUrls: ['http://127.0.0.1:1'],
      },
    ],
    onramp,
    clock: { now: () => (at += 3_000) },
  })
  closers.push(() => api.close())
  const { url } = await api.listen({ port: 0 })
  return onrampClient(() => url)
}

const listOf = async (api: Awaited<ReturnType<typeof start>>, address = self, query = '') =>
  v.parse(
    accountHistory.answer,
    (await api.request(`account/${address}/history?onramp=coinbase${query}`)).body,
  )

test('companies that offer only a page are listed with their currencies and names, and without prices', async () => {
  const api = await start({ coinbase: { appId: 'app' }, meld: { publicKey: 'key' } })
  const { purchaseCurrencies, paymentCurrencies } = v.parse(
    onrampOptions.answer,
    (await api.request('onramp/options')).body,
  )
  expect(purchaseCurrencies.map(({ symbol, networks }) => [symbol, networks.length])).toEqual([
    ['USDC', 7],
    ['ETH', 4],
    ['SOL', 1],
    ['BTC', 1],
  ])
  expect(purchaseCurrencies[1]?.networks[0]).toEqual({
    name: 'eip155:1',
    display_name: 'Ethereum',
    chain_id: '1',
  })
  expect(purchaseCurrencies[2]?.networks).toEqual([
    {
      name: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      display_name: 'Solana',
      chain_id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    },
  ])
  expect(purchaseCurrencies[3]?.networks).toEqual([
    {
      name: 'bip122:000000000019d6689c085ae165831e93',
      display_name: 'Bitcoin',
      chain_id: 'bip122:000000000019d6689c085ae165831e93',
    },
  ])
  expect(paymentCurrencies.map(({ id }) => id)).toEqual(['USD', 'EUR'])
  expect(
    v.parse(onrampProviders.answer, (await api.request('onramp/providers')).body),
  ).toMatchObject([
    { serviceProvider: 'coinbase', networks: expect.arrayContaining(['eip155:8453']) },
    { serviceProvider: 'meld', symbols: ['USDC', 'SOL', 'BTC'] },
  ])
  const quotes = await api.request('onramp/multi/quotes', {
    sourceAmount: 50,
    sourceCurrencyCode: 'USD',
    destinationCurrencyCode: 'USDC',
    chainId: 'eip155:8453',
  })
  expect(v.parse(onrampMultiQuotes.answer, quotes.body)).toEqual([])
  expect(
    reasonOf(
      await api.request('onramp/widget', {
        sessionData: {
          serviceProvider: 'meld',
          sourceAmount: 50,
          sourceCurrencyCode: 'USD',
          destinationCurrencyCode: 'ETH',
          walletAddress: self,
          chainId: 'eip155:1',
        },
      }),
    ),
  ).toEqual([400, 'destinationCurrencyCode'])
})

const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const bitcoinAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const testAddress = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

test('Meld sells bitcoin to addresses of the main network alone', async () => {
  const api = await start({ meld: { publicKey: 'key', url: 'https://meld.example/' } })
  const widget = (changes: object) =>
    api.request('onramp/widget', {
      projectId: 'project',
      sessionData: {
        serviceProvider: 'meld',
        sourceAmount: 50,
        sourceCurrencyCode: 'USD',
        destinationCurrencyCode: 'BTC',
        walletAddress: bitcoinAddress,
        chainId: mainnet,
        ...changes,
      },
    })
  for (const changes of [{}, { chainId: undefined }]) {
    const { widgetUrl } = (await widget(changes)).body as { widgetUrl: string }
    expect(Object.fromEntries(new URL(widgetUrl).searchParams)).toEqual({
      publicKey: 'key',
      destinationCurrencyCode: 'BTC',
      walletAddress: bitcoinAddress,
      externalCustomerId: 'project',
    })
  }
  for (const [changes, field] of [
    [{ chainId: regtest }, 'chainId'],
    [{ chainId: regtest, walletAddress: testAddress }, 'chainId'],
    [{ walletAddress: testAddress }, 'chainId'],
    [{ walletAddress: self }, 'chainId'],
    [{ destinationCurrencyCode: 'USDC' }, 'destinationCurrencyCode'],
  ] as const)
    expect(reasonOf(await widget(changes)), JSON.stringify(changes)).toEqual([400, field])
})

test.each(['EdDSA', 'ES256'] as const)(
  'purchases of an account are requested with the operator’s key: %s',
  async (kind) => {
    const company = await startCompany({ kind })
    company.rows = [
      {
        ...row,
        status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
        tx_hash: '',
        transaction_id: 'private-id-2',
        created_at: '2026-01-06T10:00:00Z',
      },
      row,
      { ...row, transaction_id: '3', status: 'ONRAMP_TRANSACTION_STATUS_FAILED', tx_hash: null },
    ]
    const api = await start({ coinbase: company.coinbase })
    const { data, next } = await listOf(api)
    expect(
      data.map(
        ({
          metadata: { status, hash: sent, chain, sentFrom, minedAt, operationType, nonce },
          transfers,
        }) => [
          status.slice(26),
          sent,
          chain,
          sentFrom,
          minedAt,
          operationType,
          nonce,
          transfers?.[0]?.quantity.numeric,
          transfers?.[0]?.direction,
        ],
      ),
    ).toEqual([
      [
        'IN_PROGRESS',
        '',
        'eip155:8453',
        'Coinbase',
        '2026-01-06T10:00:00.000Z',
        'buy',
        1,
        '98.5',
        'in',
      ],
      [
        'SUCCESS',
        hash,
        'eip155:8453',
        'Coinbase',
        '2026-01-05T10:00:00.000Z',
        'buy',
        1,
        '98.5',
        'in',
      ],
      ['FAILED', '', 'eip155:8453', 'Coinbase', '2026-01-05T10:00:00.000Z', 'buy', 1, '98.5', 'in'],
    ])
    expect(next).toBeNull()
    // the answer shows neither who paid nor how much
    expect(JSON.stringify(data)).not.toMatch(/private|100|USD"/)
    expect(company.requests).toMatchObject([
      {
        path: `/onramp/v1/buy/user/${self}/transactions?page_size=50`,
        token: {
          isGenuine: true,
          header: { alg: kind, kid: company.coinbase.keyId, typ: 'JWT' },
          payload: {
            sub: company.coinbase.keyId,
            uri: `GET ${new URL(company.url).host}/onramp/v1/buy/user/${self}/transactions`,
          },
        },
      },
    ])
    expect((await listOf(api, self, '&chainId=eip155:1')).data).toEqual([])
  },
)

test('a purchase to another wallet is left out of the history, and a row of an unknown shape is left out', async () => {
  const company = await startCompany()
  const api = await start({ coinbase: company.coinbase })
  const strange = fc.oneof(
    fc.constant({ ...row, wallet_address: other }),
    fc.constant({ ...row, purchase_network: 'elsewhere' }),
    fc.jsonValue(),
    fc
      .record({
        created_at: fc.constantFrom('soon', '', 5, '9'.repeat(30)),
        purchase_amount: fc.constantFrom(
          { value: '1e309' },
          { value: '-1' },
          { value: '٣' },
          { value: 5 },
          {},
        ),
      })
      .map((changes) => ({ ...row, ...changes })),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(strange, { maxLength: 8 }), fc.nat(8), async (rows, at) => {
      // a valid row among rows of any shape
      company.rows = [...rows.slice(0, at), row, ...rows.slice(at)] as FakeCompany['rows']
      const { data } = await listOf(api)
      expect(data).toMatchObject([{ metadata: { sentTo: self, hash, chain: 'eip155:8453' } }])
    }),
    { numRuns: 40 },
  )
})

test('while the purchases of an account are unknown, the API never answers with an empty list', async () => {
  const company = await startCompany()
  const api = await start({ coinbase: company.coinbase })
  for (const fault of [
    500,
    401,
    429,
    'no JSON',
    '[]',
    '{}',
    '{"transactions":{}}',
    '{"transactions":[{"status":1}]}',
    JSON.stringify({ transactions: Array.from({ length: 5_000 }, () => row) }),
    '['.repeat(5_000),
  ]) {
    company.fault = fault
    expect(
      reasonOf(await api.request(`account/${self}/history?onramp=coinbase`)),
      String(fault).slice(0, 40),
    ).toEqual([503, ''])
  }
  company.fault = undefined
  expect(await listOf(api)).toEqual({ data: [], next: null })
  await company.close()
  closers.splice(0, 1)
  const gone = await api.request(`account/${self}/history?onramp=coinbase`)
  expect([reasonOf(gone), JSON.stringify(gone.body).includes('127.0.0.1')]).toEqual([
    [503, ''],
    false,
  ])
  const keyless = await start({ coinbase: { appId: 'app' }, meld: { publicKey: 'key' } })
  for (const id of ['coinbase', 'meld', 'sandbox', '__proto__'])
    expect(reasonOf(await keyless.request(`account/${self}/history?onramp=${id}`)), id).toEqual([
      400,
      'onramp',
    ])
})

test('with a session, the URL of the page contains a token instead of the wallets', async () => {
  const company = await startCompany()
  const api = await start({ coinbase: { ...company.coinbase, session: true } })
  const body = {
    destinationWallets: [{ address: self, blockchains: ['base'], assets: ['USDC'] }],
    partnerUserId: self,
    defaultNetwork: 'base',
    presetFiatAmount: 50,
    defaultExperience: 'buy',
  }
  const { url } = (await api.request('generators/onrampurl', body)).body as { url: string }
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
    sessionToken: 'a session',
    partnerUserId: self,
    defaultNetwork: 'base',
    presetFiatAmount: '50',
    defaultExperience: 'buy',
  })
  expect(company.requests).toMatchObject([
    {
      path: '/onramp/v1/token',
      body: { addresses: [{ address: self, blockchains: ['base'] }], assets: ['USDC'] },
      token: {
        isGenuine: true,
        payload: { uri: `POST ${new URL(company.url).host}/onramp/v1/token` },
      },
    },
  ])
  company.fault = 500
  expect((await api.request('generators/onrampurl', body)).status).toBe(503)
})

test('with any input, the URL has the company’s host and only the parameters of the contract', async () => {
  const api = await start({
    coinbase: { appId: 'app', url: 'https://pay.example/buy?a=1' },
    meld: { publicKey: 'key', url: 'https://meld.example/' },
  })
  const hostile = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom(
      'https://evil.example/',
      '&appId=evil',
      '#x',
      '//evil.example',
      'javascript:alert(1)',
      '\r\nlocation: x',
      '%26appId%3Devil',
      '../..',
    ),
  )
  const names = [
    'appId',
    'a',
    'destinationWallets',
    'partnerUserId',
    'defaultNetwork',
    'presetCryptoAmount',
    'presetFiatAmount',
    'defaultExperience',
    'handlingRequestedUrls',
  ]
  await fc.assert(
    fc.asyncProperty(hostile, hostile, hostile, async (address, partnerUserId, url) => {
      const { status, body } = await api.request('generators/onrampurl', {
        destinationWallets: [{ address, blockchains: [url] }],
        partnerUserId,
        defaultNetwork: url,
        url,
        appId: url,
        redirectUrl: url,
        sessionToken: url,
      })
      expect(status).toBe(200)
      const page = new URL((body as { url: string }).url)
      expect([
        page.origin,
        page.pathname,
        page.hash,
        page.searchParams.get('appId'),
        page.searchParams.getAll('appId').length,
        page.searchParams.get('a'),
      ]).toEqual(['https://pay.example', '/buy', '', 'app', 1, '1'])
      expect([...page.searchParams.keys()].filter((name) => !names.includes(name))).toEqual([])
      expect(page.searchParams.get('partnerUserId')).toBe(partnerUserId)
    }),
    { numRuns: 60 },
  )
})

test('isSecret refuses any text that is not a private key, and the error does not contain the text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(isSecret(text)).toBe(false)
    }),
  )
  expect(() =>
    createApi({
      chains: [],
      onramp: { coinbase: { appId: 'a', keyId: 'k', secret: 'my own secret' } },
    }),
  ).toThrow(expect.objectContaining({ message: expect.not.stringContaining('my own secret') }))
})
