import { OptionError } from '@latchkey/server/optionError'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { limitDefaults } from './limits.ts'
import { parseOptions } from './options.ts'
import { chainAt } from './testing/chainAt.ts'

const chain = chainAt('http://127.0.0.1:1')
const solana = {
  networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: ['http://127.0.0.1:1'],
  tokens: [],
}
const coin = {
  address: 'So11111111111111111111111111111111111111112',
  name: 'Wrapped SOL',
  symbol: 'WSOL',
  decimals: 9,
}
const token = {
  address: '0x00000000000000000000000000000000000000aA',
  name: 'Token',
  symbol: 'TOK',
  decimals: 18,
}

test.each<readonly [string, object]>([
  ['chains', {}],
  ['chains', { chains: [] }],
  ['chains', { chains: [chain, chain] }],
  ['chains.0.networkId', { chains: [{ ...chain, networkId: 'solana:abc' }] }],
  ['chains.0.networkId', { chains: [{ ...chain, networkId: '1' }] }],
  ['chains.0.rpcUrls', { chains: [{ ...chain, rpcUrls: [] }] }],
  [
    'chains.0.rpcUrls.1',
    { chains: [{ ...chain, rpcUrls: ['https://node.example', 'ftp://node.example'] }] },
  ],
  ['chains.0.rpcUrls.0', { chains: [{ ...chain, rpcUrls: ['https://user:pass@node.example'] }] }],
  ['chains.0.tokens.0.decimals', { chains: [{ ...chain, tokens: [{ ...token, decimals: 77 }] }] }],
  ['chains.0.multicall3', { chains: [{ ...chain, multicall3: '0x12' }] }],
  [
    'chains.0',
    {
      chains: [
        { ...chain, dex: { factory: token.address, weth: token.address, usd: token.address } },
      ],
    },
  ],
  [
    'chains.0.tokens',
    {
      chains: [
        {
          ...chain,
          tokens: [token, { ...token, address: token.address.toLowerCase(), symbol: 'TWO' }],
        },
      ],
    },
  ],
  ['limits.connections.each', { chains: [chain], limits: { connections: { each: 0, all: 1 } } }],
  ['limits.requests.all', { chains: [chain], limits: { requests: { each: 1, all: 1.5 } } }],
  ['limits.connections', { chains: [chain], limits: { connections: { each: 1_000, all: 10 } } }],
  ['database', { chains: [chain], database: 'mysql://x' }],
  ['ensOffchain.hosts.0', { chains: [chain], ensOffchain: { hosts: ['a:b'] } }],
  ['limits.loopDelay', { chains: [chain], limits: { loopDelay: Number.NaN } }],
  ['trustProxy', { chains: [chain], trustProxy: true }],
  ['rateLimit', { chains: [chain], rateLimit: true }],
  ['ensOffchain.hosts.0', { chains: [chain], ensOffchain: { hosts: ['https://a.example'] } }],
  ['projectIds', { chains: [chain], projectIds: ['a'] }],
  [
    'rateLimit.max',
    { chains: [chain], rateLimit: { max: Number.NaN, refill: 1, everySeconds: 1 } },
  ],
  ['publicUrl', { chains: [chain], publicUrl: 'api.example.org' }],
  ['wallets.0.name', { chains: [chain], wallets: [{ id: 'a' }] }],
  ['walletsUrl', { chains: [chain], walletsUrl: 'wallets.json' }],
  ['walletPictures.from', { chains: [chain], walletPictures: { from: ['https://a.example/'] } }],
  ['walletPictures.from', { chains: [chain], walletPictures: { from: ['http://a.example/{id}'] } }],
  [
    'walletPictures.from',
    { chains: [chain], walletPictures: { from: ['https://{host}/icon.png'] } },
  ],
  [
    'walletPictures.hosts.0',
    {
      chains: [chain],
      walletPictures: { from: ['https://a.example/{id}'], hosts: ['https://b.example'] },
    },
  ],
  ['database', { chains: [{ ...chain, index: {} }] }],
  [
    'chains.0.index.startBlock',
    { chains: [{ ...chain, index: { startBlock: -1 } }], database: 'memory' },
  ],
  [
    'chains.0.historyApis.0.kind',
    { chains: [{ ...chain, historyApis: [{ kind: 'other', url: 'https://a.example' }] }] },
  ],
  ['chains.0.ensUniversalResolver', { chains: [{ ...chain, ensUniversalResolver: '0x12' }] }],
  ['nftGateways.ipfs', { chains: [chain], nftGateways: { ipfs: 'https://a.example/ipfs/' } }],
  ['nftGateways.http', { chains: [chain], nftGateways: { http: 'file:///{url}' } }],
  ['rates', { chains: [chain], rates: { eur: 1 } }],
  ['database', { chains: [chain], names: {} }],
  [
    'names.zones',
    { chains: [chain], database: 'memory', names: { zones: ['a.example', 'a.example'] } },
  ],
  ...['example', 'a.b.example', 'A.example', 'ab--cd.example', 'a_b.example', '.example', ''].map(
    (zone) =>
      ['names.zones.0', { chains: [chain], database: 'memory', names: { zones: [zone] } }] as const,
  ),
  ['names.least', { chains: [chain], database: 'memory', names: { least: 0 } }],
  ['names.least', { chains: [chain], database: 'memory', names: { least: 65 } }],
  ['names.window', { chains: [chain], database: 'memory', names: { window: 0 } }],
  ...[
    '1',
    '1'.repeat(64),
    `0x${'1'.repeat(63)}`,
    `0x${'0'.repeat(64)}`,
    `0x${'f'.repeat(64)}`,
    1n,
  ].map(
    (signer) =>
      [
        'names.gateway.signer',
        { chains: [chain], database: 'memory', names: { gateway: { signer } } },
      ] as const,
  ),
  ['chains.0.networkId', { chains: [{ ...solana, networkId: 'solana:0' }] }],
  ['chains.0.rpcUrls', { chains: [{ ...solana, rpcUrls: [] }] }],
  ['chains.0.multicall3', { chains: [{ ...solana, multicall3: chain.multicall3 }] }],
  ['chains.0.dex', { chains: [{ ...solana, dex: {} }] }],
  ['chains.0.tokens.0.address', { chains: [{ ...solana, tokens: [token] }] }],
  ['chains.0.tokens.0.decimals', { chains: [{ ...solana, tokens: [{ ...coin, decimals: 0 }] }] }],
  ['chains.0.tokens', { chains: [{ ...solana, tokens: [coin, coin] }] }],
  ['chains.0.multicall3', { chains: [{ ...solana, networkId: 'eip155:1' }] }],
  ['chains.1.tokens.0.address', { chains: [solana, { ...chain, tokens: [coin] }] }],
  ['chains', { chains: [solana, solana] }],
  ['database', { chains: [{ ...solana, index: {} }] }],
  ['prices', { chains: [solana], prices: {} }],
  [
    'limits.registrations.max',
    { chains: [chain], limits: { registrations: { max: 0, refill: 1, everySeconds: 1 } } },
  ],
])('when the option %s is wrong, the error names it', (option, options) => {
  expect(() => parseOptions(options)).toThrow(OptionError)
  expect(() => parseOptions(options)).toThrow(new RegExp(`^${option.replaceAll('.', '\\.')}: `))
})

test('an error about a private key does not contain the key', () => {
  const key = `0x${'5e'.repeat(31)}`
  for (const gateway of [{ signer: key }, key, { [key]: key }]) {
    expect(() => parseOptions({ chains: [chain], database: 'memory', names: { gateway } })).toThrow(
      OptionError,
    )
    expect(() =>
      parseOptions({ chains: [chain], database: 'memory', names: { gateway } }),
    ).not.toThrow(new RegExp('(5e){3}'))
  }
})

test('addresses become lower case, and missing options get their defaults', () => {
  const checked = parseOptions({
    chains: [{ ...chain, tokens: [token] }],
    publicUrl: 'https://api.example.org/',
  })
  expect(checked.chains[0]).toMatchObject({
    tokens: [{ address: '0x00000000000000000000000000000000000000aa' }],
  })
  expect(parseOptions({ chains: [chain], database: 'memory', names: {} }).names).toEqual({
    zones: ['reown.id', 'wcn.id'],
    least: 4,
    window: 300,
  })
  expect(parseOptions({ chains: [chain], names: { zones: [] } }).names).toMatchObject({ zones: [] })
  expect(checked).toMatchObject({
    trustProxy: 0,
    rateLimit: limitDefaults.rate,
    limits: { connections: limitDefaults.connections, loopDelay: 200 },
    nodeTimeLimit: 10_000,
    publicUrl: 'https://api.example.org',
  })
})

test('a chain of Solana has its own options, and its addresses are read as bytes', () => {
  const checked = parseOptions({
    chains: [chain, { ...solana, tokens: [coin], index: {} }],
    database: 'memory',
  })
  expect(checked.chains.map(({ namespace }) => namespace)).toEqual(['eip155', 'solana'])
  expect(checked.chains[1]).toMatchObject({
    extraMethods: [],
    index: { startBlock: 0, finality: 128 },
    tokens: [{ address: '0x069b8857feab8184fb687f634618c035dac439dc1aeb3b5598a0f00000000001' }],
  })
})

test('any value of an option is accepted by its type, or refused with an error that names the option', () => {
  const good = parseOptions({ chains: [chain] })
  const names = [
    ...Object.keys(good),
    'projects',
    'publicUrl',
    'wallets',
    'walletsUrl',
    'walletPictures',
    'database',
    'names',
    'rates',
    'log',
    'clock',
    'fetch',
    '__proto__',
    'constructor',
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.anything({ withNullPrototype: true, withBigInt: true, withSparseArray: true }),
      (name, value) => {
        try {
          parseOptions({ chains: [chain], ...Object.fromEntries([[name, value]]) })
        } catch (error) {
          expect(error).toBeInstanceOf(OptionError)
        }
      },
    ),
    { numRuns: 2_000 },
  )
  fc.assert(
    fc.property(
      fc.constantFrom(
        ...Object.keys(chain),
        'dex',
        'index',
        'historyApis',
        'extraMethods',
        'collections',
      ),
      fc.anything({ withBigInt: true }),
      (name, value) => {
        try {
          parseOptions({ chains: [{ ...chain, ...Object.fromEntries([[name, value]]) }] })
        } catch (error) {
          expect(error).toBeInstanceOf(OptionError)
        }
      },
    ),
    { numRuns: 2_000 },
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(solana), 'index', 'extraMethods', 'namespace'),
      fc.anything({ withBigInt: true }),
      (name, value) => {
        try {
          parseOptions({ chains: [{ ...solana, ...Object.fromEntries([[name, value]]) }] })
        } catch (error) {
          expect(error).toBeInstanceOf(OptionError)
        }
      },
    ),
    { numRuns: 2_000 },
  )
})
