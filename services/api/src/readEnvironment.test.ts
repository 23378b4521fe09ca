import { expect, test } from 'vitest'
import { OptionError, parseOptions } from './options.ts'
import { readEnvironment } from './readEnvironment.ts'
import { chainAt } from './testing/chainAt.ts'

const files: Record<string, string> = {
  'chains.json': JSON.stringify([chainAt('http://127.0.0.1:1')]),
  'rates.json': '{"eur":0.9}',
  'wallets.json': '[{"id":"org.example","name":"Example","icon":null,"order":1}]',
  'broken.json': '{',
}

async function readText(path: string): Promise<string> {
  const text = files[path]
  if (text === undefined) throw new Error(`There is no ${path}`)
  return text
}

test('reads every variable that the manual names', async () => {
  const { options, where } = await readEnvironment({
    PORT: '9000',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://api.example.org',
    LATCHKEY_CHAINS: 'chains.json',
    LATCHKEY_PROJECTS: 'one, two',
    LATCHKEY_RATE_LIMIT: '100/2/1',
    LATCHKEY_TRUST_PROXY: '1',
    LATCHKEY_RATES: 'rates.json',
    LATCHKEY_WALLETS: 'wallets.json',
    LATCHKEY_WALLETS_URL: 'https://wallets.example.org/getWallets',
    LATCHKEY_DATABASE: 'postgres://latchkey@db.example.org/index',
    LATCHKEY_IPFS_GATEWAY: 'https://ipfs.example.org/ipfs/{path}',
    LATCHKEY_HTTP_GATEWAY: 'https://proxy.example.org/?url={url}',
    LATCHKEY_ENS_OFFCHAIN: '1',
  }, readText)
  expect(where).toEqual({ port: 9000, host: '0.0.0.0', fallback: false })
  const checked = parseOptions(options)
  expect(checked).toMatchObject({
    chains: [{ networkId: 'eip155:77' }],
    publicUrl: 'https://api.example.org',
    projects: ['one', 'two'],
    rateLimit: { max: 100, refill: 2, everySeconds: 1 },
    trustProxy: true,
    wallets: [{ id: 'org.example' }],
    walletsUrl: 'https://wallets.example.org/getWallets',
    database: 'postgres://latchkey@db.example.org/index',
    nftGateways: { ipfs: 'https://ipfs.example.org/ipfs/{path}', http: 'https://proxy.example.org/?url={url}' },
    ensOffchain: true,
  })
  const { signal } = new AbortController()
  expect([await checked.rates?.('eur', signal), await checked.rates?.('jpy', signal)]).toEqual([0.9, undefined])
})

test('listens on this machine, and elsewhere than planned rather than not at all', async () => {
  expect((await readEnvironment({ LATCHKEY_CHAINS: 'chains.json' }, readText)).where).toEqual({ port: 8787, host: '127.0.0.1', fallback: true })
})

test.each([
  ['LATCHKEY_CHAINS', {}],
  ['LATCHKEY_CHAINS', { LATCHKEY_CHAINS: 'missing.json' }],
  ['LATCHKEY_CHAINS', { LATCHKEY_CHAINS: 'broken.json' }],
  ['LATCHKEY_WALLETS', { LATCHKEY_CHAINS: 'chains.json', LATCHKEY_WALLETS: 'broken.json' }],
  ['PORT', { LATCHKEY_CHAINS: 'chains.json', PORT: '70000' }],
  ['PORT', { LATCHKEY_CHAINS: 'chains.json', PORT: '80; rm' }],
  ['LATCHKEY_RATE_LIMIT', { LATCHKEY_CHAINS: 'chains.json', LATCHKEY_RATE_LIMIT: '100' }],
])('names %s when it is wrong', async (variable, env) => {
  const failed = readEnvironment(env, readText)
  await expect(failed).rejects.toThrow(OptionError)
  await expect(failed).rejects.toThrow(new RegExp(`^${variable}: `))
})
