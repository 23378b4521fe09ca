import { expect, test } from 'vitest'
import { OptionError, parseOptions } from './options.ts'
import { chainAt } from './testing/chainAt.ts'

const chain = chainAt('http://127.0.0.1:1')
const token = { address: '0x00000000000000000000000000000000000000aA', name: 'Token', symbol: 'TOK', decimals: 18 }

test.each([
  ['chains', {}],
  ['chains', { chains: [] }],
  ['chains', { chains: [chain, chain] }],
  ['chains.0.networkId', { chains: [{ ...chain, networkId: 'solana:abc' }] }],
  ['chains.0.networkId', { chains: [{ ...chain, networkId: '1' }] }],
  ['chains.0.rpcUrls', { chains: [{ ...chain, rpcUrls: [] }] }],
  ['chains.0.rpcUrls.1', { chains: [{ ...chain, rpcUrls: ['https://node.example', 'ftp://node.example'] }] }],
  ['chains.0.rpcUrls.0', { chains: [{ ...chain, rpcUrls: ['https://user:pass@node.example'] }] }],
  ['chains.0.tokens.0.decimals', { chains: [{ ...chain, tokens: [{ ...token, decimals: 77 }] }] }],
  ['chains.0.multicall3', { chains: [{ ...chain, multicall3: '0x12' }] }],
  ['chains.0', { chains: [{ ...chain, dex: { factory: token.address, weth: token.address, usd: token.address } }] }],
  ['projectIds', { chains: [chain], projectIds: ['a'] }],
  ['rateLimit.max', { chains: [chain], rateLimit: { max: Number.NaN, refill: 1, everySeconds: 1 } }],
  ['publicUrl', { chains: [chain], publicUrl: 'api.example.org' }],
  ['wallets.0.name', { chains: [chain], wallets: [{ id: 'a' }] }],
  ['walletsUrl', { chains: [chain], walletsUrl: 'wallets.json' }],
  ['database', { chains: [{ ...chain, index: {} }] }],
  ['chains.0.index.startBlock', { chains: [{ ...chain, index: { startBlock: -1 } }], database: 'memory' }],
  ['chains.0.historyApis.0.kind', { chains: [{ ...chain, historyApis: [{ kind: 'other', url: 'https://a.example' }] }] }],
  ['chains.0.ensUniversalResolver', { chains: [{ ...chain, ensUniversalResolver: '0x12' }] }],
  ['nftGateways.ipfs', { chains: [chain], nftGateways: { ipfs: 'https://a.example/ipfs/' } }],
  ['nftGateways.http', { chains: [chain], nftGateways: { http: 'file:///{url}' } }],
  ['rates', { chains: [chain], rates: { eur: 1 } }],
])('names the option %s when it is wrong', (option, options) => {
  expect(() => parseOptions(options)).toThrow(OptionError)
  expect(() => parseOptions(options)).toThrow(new RegExp(`^${option.replaceAll('.', '\\.')}: `))
})

test('writes addresses in lower case and fills in defaults', () => {
  const checked = parseOptions({ chains: [{ ...chain, tokens: [token] }], publicUrl: 'https://api.example.org/' })
  expect(checked.chains[0]?.tokens[0]?.address).toBe('0x00000000000000000000000000000000000000aa')
  expect(checked).toMatchObject({ trustProxy: false, nodeTimeLimit: 10_000, publicUrl: 'https://api.example.org' })
})
