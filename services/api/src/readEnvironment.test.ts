import { OptionError } from '@latchkey/server/optionError'
import { swapNetworks } from '@latchkey/protocol/convert'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseOptions } from './options.ts'
import { readEnvironment, variables } from './readEnvironment.ts'
import { chainAt } from './testing/chainAt.ts'

const files: Record<string, string> = {
  'chains.json': JSON.stringify([chainAt('http://127.0.0.1:1')]),
  'rates.json': '{"eur":0.9}',
  'prices.json': '{"solana:x:y":[{"at":"2026-01-01T00:00:00Z","price":150}]}',
  'wallets.json': '[{"id":"org.example","name":"Example","icon":null,"order":1}]',
  'swaps.json': `[{"kind":"1inch","url":"https://swaps.example.org/v6.0","spender":"0x${'A'.repeat(40)}"}]`,
  'accounts.json': JSON.stringify({
    networks: ['eip155:77'],
    bundler: { confirmations: 3 },
    paymaster: {
      addresses: { 'eip155:77': `0x${'B'.repeat(40)}` },
      policies: {
        shop: {
          contracts: { [`0x${'C'.repeat(40)}`]: ['transfer(address,uint256)', '0xDEADBEEF'] },
          perDay: '0.5',
          accountPerDay: '0.01',
        },
      },
    },
  }),
  'none.json': '{}',
  'broken.json': '{',
  'deep.json': '['.repeat(10_000) + ']'.repeat(10_000),
}

const signer = `0x${'1'.repeat(64)}`

async function readText(path: string): Promise<string> {
  const text = files[path]
  if (text === undefined) throw new Error(`There is no ${path}`)
  return text
}

test('every variable of the manual sets its option', async () => {
  const { options, where } = await readEnvironment(
    {
      PORT: '9000',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://api.example.org',
      LATCHKEY_CHAINS: 'chains.json',
      LATCHKEY_PROJECTS: 'one, two',
      LATCHKEY_RATE_LIMIT: '100/2/1',
      LATCHKEY_TRUST_PROXY: '1',
      LATCHKEY_RATES: 'rates.json',
      LATCHKEY_PRICES: 'prices.json',
      LATCHKEY_WALLETS: 'wallets.json',
      LATCHKEY_WALLETS_URL: 'https://wallets.example.org/getWallets',
      LATCHKEY_WALLET_PICTURES: 'https://icons.example.org/{id}.png, https://{host}/icon.png',
      LATCHKEY_WALLET_PICTURE_HOSTS: 'a.example.org, b.example.org',
      LATCHKEY_WALLET_PICTURE_INTERNAL: 'pictures:81',
      LATCHKEY_SWAP_APIS: 'swaps.json',
      LATCHKEY_DATABASE: 'postgres://latchkey@db.example.org/index',
      LATCHKEY_IPFS_GATEWAY: 'https://ipfs.example.org/ipfs/{path}',
      LATCHKEY_HTTP_GATEWAY: 'https://proxy.example.org/?url={url}',
      LATCHKEY_ENS_OFFCHAIN: '1',
      LATCHKEY_NAME_ZONES: 'shop.example, club.example',
      LATCHKEY_NAME_LEAST: '6',
      LATCHKEY_NAME_WINDOW: '60',
      LATCHKEY_NAME_SIGNER: signer,
      LATCHKEY_CONNECTIONS: '10/20',
      LATCHKEY_REQUESTS: '0',
      LATCHKEY_REGISTRATIONS: '5/1/60',
      LATCHKEY_ANSWER_BYTES: '1000/2000',
      LATCHKEY_LOOP_DELAY: '0',
      LATCHKEY_ORDERS: '6/1/60',
      LATCHKEY_SESSION_LIMIT: '7/1/60',
      LATCHKEY_SANDBOX_URL: 'http://127.0.0.1:8790/',
      LATCHKEY_SANDBOX_SECRET: 's'.repeat(32),
      LATCHKEY_COINBASE_APP_ID: 'app',
      LATCHKEY_MELD_KEY: 'key',
      LATCHKEY_SMART_ACCOUNTS: 'accounts.json',
      LATCHKEY_EXECUTOR_KEYS: `${signer}, 0x${'2'.repeat(64)}`,
      LATCHKEY_SPONSOR_KEY: signer,
    },
    readText,
  )
  expect(where).toEqual({ port: 9000, host: '0.0.0.0', fallback: false })
  const checked = parseOptions(options)
  expect(checked).toMatchObject({
    chains: [{ networkId: 'eip155:77' }],
    publicUrl: 'https://api.example.org',
    projects: ['one', 'two'],
    rateLimit: { max: 100, refill: 2, everySeconds: 1 },
    limits: {
      connections: { each: 10, all: 20 },
      requests: false,
      registrations: { max: 5, refill: 1, everySeconds: 60 },
      orders: { max: 6, refill: 1, everySeconds: 60 },
      sessions: { max: 7, refill: 1, everySeconds: 60 },
      answerBytes: { each: 1000, all: 2000 },
      loopDelay: false,
    },
    trustProxy: 1,
    wallets: [{ id: 'org.example' }],
    walletsUrl: 'https://wallets.example.org/getWallets',
    walletPictures: {
      from: ['https://icons.example.org/{id}.png', 'https://{host}/icon.png'],
      hosts: ['a.example.org', 'b.example.org'],
      internal: ['pictures:81'],
    },
    swapApis: [
      {
        kind: '1inch',
        url: 'https://swaps.example.org/v6.0',
        spender: `0x${'a'.repeat(40)}`,
        networks: swapNetworks,
      },
    ],
    database: 'postgres://latchkey@db.example.org/index',
    nftGateways: {
      ipfs: 'https://ipfs.example.org/ipfs/{path}',
      http: 'https://proxy.example.org/?url={url}',
    },
    ensOffchain: true,
    names: { zones: ['shop.example', 'club.example'], least: 6, window: 60, gateway: { signer } },
    onramp: {
      sandbox: {
        url: 'http://127.0.0.1:8790',
        secret: 's'.repeat(32),
      },
      coinbase: {
        appId: 'app',
        url: 'https://pay.coinbase.com/buy/select-asset',
        apiUrl: 'https://api.developer.coinbase.com',
        session: false,
      },
      meld: { publicKey: 'key', url: 'https://meldcrypto.com' },
    },
    smartAccounts: {
      networks: ['eip155:77'],
      bundler: {
        executors: [signer, `0x${'2'.repeat(64)}`],
        confirmations: 3,
        lowBalance: 50_000_000_000_000_000n,
      },
      paymaster: {
        signer,
        addresses: { 'eip155:77': `0x${'b'.repeat(40)}` },
        policies: {
          shop: {
            contracts: { [`0x${'c'.repeat(40)}`]: ['0xa9059cbb', '0xdeadbeef'] },
            perDay: 500_000_000_000_000_000n,
            accountPerDay: 10_000_000_000_000_000n,
          },
        },
        validity: 300,
      },
    },
  })
  const { signal } = new AbortController()
  expect([await checked.rates?.('eur', signal), await checked.rates?.('jpy', signal)]).toEqual([
    0.9,
    undefined,
  ])
  expect([
    await checked.prices?.('solana:x:y', signal),
    await checked.pricesAt?.('solana:x:y', 1_800_000_000, signal),
    await checked.pricesAt?.('solana:x:y', 1, signal),
  ]).toEqual([150, 150, undefined])
})

test('sessions are on the networks that are named, or nowhere', async () => {
  const read = async (text: string) =>
    (await readEnvironment({ LATCHKEY_CHAINS: 'chains.json', LATCHKEY_SESSIONS: text }, readText))
      .options.sessions
  expect(await read('0')).toBe(false)
  expect(await read('eip155:1, eip155:10')).toEqual({ networks: ['eip155:1', 'eip155:10'] })
})

test('the name of every variable is known for the errors of its option', async () => {
  const { options } = await readEnvironment(
    {
      ...Object.fromEntries(Object.keys(variables).map((name) => [name, '1'])),
      ...{
        LATCHKEY_CHAINS: 'chains.json',
        LATCHKEY_WALLETS: 'wallets.json',
        LATCHKEY_SWAP_APIS: 'swaps.json',
        LATCHKEY_SMART_ACCOUNTS: 'none.json',
        LATCHKEY_RATES: 'rates.json',
        LATCHKEY_PRICES: 'prices.json',
        LATCHKEY_RATE_LIMIT: '1/1/1',
        LATCHKEY_REGISTRATIONS: '1/1/1',
        LATCHKEY_ORDERS: '1/1/1',
        LATCHKEY_SESSION_LIMIT: '1/1/1',
      },
      ...{ LATCHKEY_CONNECTIONS: '1/1', LATCHKEY_REQUESTS: '1/1', LATCHKEY_ANSWER_BYTES: '1/1' },
    },
    readText,
  )
  const { limits, nftGateways, walletPictures, names, onramp, pricesAt, ...others } = options
  const accounts = Object.entries(others.smartAccounts ?? {}).flatMap(([part, values]) =>
    Object.keys(values).map((name) => `smartAccounts.${part}.${name}`),
  )
  expect(pricesAt).toBeDefined() // it is read from the same file as `prices`
  const bought = Object.entries(onramp ?? {}).flatMap(([provider, parts]) =>
    Object.keys(parts).map((name) => `onramp.${provider}.${name}`),
  )
  const paths = [
    ...Object.keys(others),
    ...Object.keys(limits ?? {}).map((name) => `limits.${name}`),
    ...Object.keys(nftGateways ?? {}).map((name) => `nftGateways.${name}`),
    ...Object.keys(walletPictures ?? {}).map((name) => `walletPictures.${name}`),
    ...Object.keys(names ?? {}).map((name) => `names.${name}`),
    ...bought,
    ...accounts,
  ]
  expect(Object.values(variables).toSorted()).toEqual(paths.toSorted())
})

test('the API listens on 127.0.0.1:8787 by default, and may use another port', async () => {
  expect((await readEnvironment({ LATCHKEY_CHAINS: 'chains.json' }, readText)).where).toEqual({
    port: 8787,
    host: '127.0.0.1',
    fallback: true,
  })
})

test.each<readonly [string, Record<string, string>]>([
  ['LATCHKEY_CHAINS', {}],
  ['LATCHKEY_CHAINS', { LATCHKEY_CHAINS: 'missing.json' }],
  ['LATCHKEY_CHAINS', { LATCHKEY_CHAINS: 'broken.json' }],
  ['LATCHKEY_WALLETS', { LATCHKEY_CHAINS: 'chains.json', LATCHKEY_WALLETS: 'broken.json' }],
  ['PORT', { LATCHKEY_CHAINS: 'chains.json', PORT: '70000' }],
  ['PORT', { LATCHKEY_CHAINS: 'chains.json', PORT: '80; rm' }],
  ...[
    '100',
    '1/2/3/4',
    '1/2',
    '1/2/',
    '1/0/1',
    '0/1/1',
    'a/b/c',
    '1.5/1/1',
    '-1/1/1',
    '1e3/1/1',
    ' 1/1/1',
    'Infinity/1/1',
    'off',
  ].map(
    (text) =>
      [
        'LATCHKEY_RATE_LIMIT',
        { LATCHKEY_CHAINS: 'chains.json', LATCHKEY_RATE_LIMIT: text },
      ] as const,
  ),
  ...['100', '1/2/3', '0/1', 'x/y'].map(
    (text) =>
      [
        'LATCHKEY_CONNECTIONS',
        { LATCHKEY_CHAINS: 'chains.json', LATCHKEY_CONNECTIONS: text },
      ] as const,
  ),
  ['LATCHKEY_REGISTRATIONS', { LATCHKEY_CHAINS: 'chains.json', LATCHKEY_REGISTRATIONS: '5/1' }],
  ['LATCHKEY_NAME_WINDOW', { LATCHKEY_CHAINS: 'chains.json', LATCHKEY_NAME_WINDOW: '5 min' }],
  ['LATCHKEY_REQUESTS', { LATCHKEY_CHAINS: 'chains.json', LATCHKEY_REQUESTS: '5' }],
  ['LATCHKEY_ANSWER_BYTES', { LATCHKEY_CHAINS: 'chains.json', LATCHKEY_ANSWER_BYTES: '1k/1M' }],
  ['LATCHKEY_LOOP_DELAY', { LATCHKEY_CHAINS: 'chains.json', LATCHKEY_LOOP_DELAY: '200ms' }],
  ['LATCHKEY_TRUST_PROXY', { LATCHKEY_CHAINS: 'chains.json', LATCHKEY_TRUST_PROXY: 'true' }],
  ['LATCHKEY_CHAINS', { LATCHKEY_CHAINS: 'deep.json' }],
  ['LATCHKEY_RATES', { LATCHKEY_CHAINS: 'chains.json', LATCHKEY_RATES: 'broken.json' }],
  ['LATCHKEY_RATES', { LATCHKEY_CHAINS: 'chains.json', LATCHKEY_RATES: 'wallets.json' }],
  ['LATCHKEY_PRICES', { LATCHKEY_CHAINS: 'chains.json', LATCHKEY_PRICES: 'wallets.json' }],
  ['LATCHKEY_PRICES', { LATCHKEY_CHAINS: 'chains.json', LATCHKEY_PRICES: 'missing.json' }],
  ...['SANDBOX_URL SANDBOX_SECRET', 'COINBASE_APP_ID COINBASE_SECRET', 'MELD_KEY MELD_URL'].map(
    (pair) => {
      const [key, name] = pair.split(' ')
      return [
        `LATCHKEY_${key}`,
        { LATCHKEY_CHAINS: 'chains.json', [`LATCHKEY_${name}`]: '8790' },
      ] as const
    },
  ),
  ...['LATCHKEY_WALLET_PICTURE_HOSTS', 'LATCHKEY_WALLET_PICTURE_INTERNAL'].map(
    (name) =>
      [
        'LATCHKEY_WALLET_PICTURES',
        { LATCHKEY_CHAINS: 'chains.json', [name]: 'a.example.org' },
      ] as const,
  ),
])('when %s is wrong, the error names it', async (variable, env) => {
  const failed = readEnvironment(env, readText)
  await expect(failed).rejects.toThrow(OptionError)
  await expect(failed).rejects.toThrow(new RegExp(`^${variable}: `))
})

const names = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'LATCHKEY_CHAINS',
  'LATCHKEY_PROJECTS',
  'LATCHKEY_RATE_LIMIT',
  'LATCHKEY_TRUST_PROXY',
  'LATCHKEY_RATES',
  'LATCHKEY_WALLETS',
  'LATCHKEY_WALLETS_URL',
  'LATCHKEY_DATABASE',
  'LATCHKEY_IPFS_GATEWAY',
  'LATCHKEY_HTTP_GATEWAY',
  'LATCHKEY_ENS_OFFCHAIN',
  'LATCHKEY_NAME_ZONES',
  'LATCHKEY_NAME_LEAST',
  'LATCHKEY_NAME_WINDOW',
  'LATCHKEY_NAME_SIGNER',
  'LATCHKEY_CONNECTIONS',
  'LATCHKEY_REQUESTS',
  'LATCHKEY_REGISTRATIONS',
  'LATCHKEY_ANSWER_BYTES',
  'LATCHKEY_LOOP_DELAY',
] as const
const value = fc.oneof(
  fc.string(),
  fc.constantFrom(
    ...Object.keys(files),
    '0',
    '1',
    '-1',
    '1/2/3',
    '1/2',
    '99999999999999999999',
    '1e9',
    'NaN',
    '__proto__',
    'http://',
    'https://a.example/{path}',
    'https://u:p@a.example/{url}',
    'postgres://',
    '\u0000',
  ),
)

test("any environment gives valid options, or an error with the variable's name", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), value, async (name, text) => {
      try {
        const { options, where } = await readEnvironment(
          { LATCHKEY_CHAINS: 'chains.json', [name]: text },
          readText,
        )
        const { rateLimit, limits, trustProxy } = parseOptions(options)
        const numbers = [
          rateLimit,
          limits.connections,
          limits.requests,
          limits.answerBytes,
        ].flatMap((limit) => (limit === false ? [] : Object.values(limit)))
        for (const number of numbers) expect(number).toBeGreaterThan(0)
        expect([Number.isInteger(trustProxy), where.port >= 0 && where.port < 65_536]).toEqual([
          true,
          true,
        ])
      } catch (error) {
        expect(error).toBeInstanceOf(OptionError)
      }
    }),
    { numRuns: 1_000 },
  )
})
