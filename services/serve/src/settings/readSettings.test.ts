import { readFile } from 'node:fs/promises'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { variables as apiVariables } from '../../../api/src/readEnvironment.ts'
import { variables as relayVariables } from '../../../relay/src/readEnvironment.ts'
import { variables as sandboxVariables } from '../../../sandbox/src/readEnvironment.ts'
import { variables as walletVariables } from '../../../wallet/src/server/readEnvironment.ts'
import { vaultKeyPair } from '../../../wallet/src/server/testing/startTestWallet.ts'
import { template } from '../commands/template.ts'
import { readSettings } from './readSettings.ts'
import { SettingsError } from './settingsError.ts'

const secret = 'c0ffee'.repeat(11)
const chain = {
  networkId: 'eip155:1',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://node.example.org'],
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  tokens: [],
}
const wallet = {
  url: 'https://wallet.example.org',
  operator: 'Shop',
  keys: { file: 'keys' },
  mail: { url: { env: 'SMTP' }, from: 'wallet@example.org' },
  recovery: ['password'],
}
const usual = {
  url: 'https://latchkey.example.org',
  store: 'data',
  relay: {},
  api: { chains: [chain] },
  wallet,
}
const files: Record<string, string> = {
  keys: `# remark\n${'ab'.repeat(32)}\n${Buffer.alloc(32, 7).toString('base64')}\n`,
  'chains.json': JSON.stringify([chain]),
  short: 'abc',
  'broken.json': `{ "a": "${secret}" "b" }`,
  'rates.json': '{"eur":0.9}',
  'vault.json': JSON.stringify(vaultKeyPair()),
}

const read = (
  value: unknown,
  env: Record<string, string> = { SMTP: `smtps://user:${secret}@mail.example.org` },
) =>
  readSettings('/etc/latchkey/latchkey.json', {
    env,
    readText: async (path) =>
      path === '/etc/latchkey/latchkey.json'
        ? typeof value === 'string'
          ? value
          : JSON.stringify(value)
        : (files[path.replace('/etc/latchkey/', '')] ??
          Promise.reject(Object.assign(new Error('none'), { code: 'ENOENT' }))),
  })

/** The problems of invalid settings. */
const problemsOf = (value: unknown, env?: Record<string, string>) =>
  read(value, env).then(
    () => [],
    (error: unknown) => (error instanceof SettingsError ? error.problems : Promise.reject(error)),
  )

test('one file has the options of all services', async () => {
  const settings = await read({
    ...usual,
    host: '0.0.0.0',
    port: 9000,
    trustProxy: 2,
    projects: {
      shop: { name: 'Shop', origins: ['https://shop.example'] },
      kiosk: { name: 'Kiosk', origins: ['https://kiosk.example', 'https://shop.example'] },
    },
    api: { chains: { file: 'chains.json' }, ratesFile: 'rates.json', limits: { loopDelay: false } },
    relay: {
      limits: { 'client.requests': 600, 'address.bytes': 1_000_000 },
      storeBytes: 100_000_000,
      watch: false,
    },
  })
  const origins = ['https://shop.example', 'https://kiosk.example']
  expect(settings.where).toEqual({ host: '0.0.0.0', port: 9000 })
  expect(settings.folder).toBe('/etc/latchkey/data')
  expect(settings.api).toMatchObject({
    chains: [chain],
    database: '/etc/latchkey/data/api',
    publicUrl: usual.url,
    trustProxy: 2,
    projects: ['shop', 'kiosk'],
    limits: { loopDelay: false },
  })
  expect(await settings.api?.rates?.('eur', new AbortController().signal)).toBe(0.9)
  expect(settings.relay).toMatchObject({
    store: {
      kind: 'folder',
      folder: '/etc/latchkey/data/relay',
      bytes: 100_000_000,
      shares: { address: { bytes: 1_000_000 } },
    },
    options: {
      publicUrls: [usual.url],
      origins,
      projects: ['shop', 'kiosk'],
      watch: false,
      shares: { client: { requests: 600 } },
    },
  })
  expect(settings.wallet).toMatchObject({
    url: wallet.url,
    database: '/etc/latchkey/data/wallet',
    mail: { url: `smtps://user:${secret}@mail.example.org` },
    networks: [{ networkId: 'eip155:1', currency: { symbol: 'ETH' } }],
  })
  expect(settings.wallet?.keys.map((key) => key[0])).toEqual([0xab, 7])
})

test('a chain of Bitcoin is a network of API and wallet, without a bundler and without other options', async () => {
  const bitcoin = {
    networkId: 'bip122:000000000019d6689c085ae165831e93',
    name: 'Bitcoin',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: ['https://esplora.example.org/api'],
  }
  const bundler = { executors: [`0x${'11'.repeat(32)}`] }
  const settings = await read({
    ...usual,
    api: { chains: [bitcoin, chain], smartAccounts: { bundler } },
  })
  expect(settings.api?.chains).toMatchObject([bitcoin, chain])
  expect(settings.wallet?.networks?.[0]).toEqual({
    networkId: bitcoin.networkId,
    name: 'Bitcoin',
    currency: { symbol: 'BTC', decimals: 8 },
    rpcUrls: bitcoin.rpcUrls,
  })
  await expect(read({ ...usual, api: { chains: [{ ...bitcoin, index: {} }] } })).rejects.toThrow(
    /api\.chains/,
  )
})

test('a chain of Polkadot is a network of API and wallet, without an index', async () => {
  const polkadot = {
    networkId: 'polkadot:68d56f15f85d3136970ec16946040bc1',
    name: 'Polkadot Asset Hub',
    nativeCurrency: { name: 'DOT', symbol: 'DOT', decimals: 10 },
    rpcUrls: ['https://asset-hub.example.org'],
  }
  const settings = await read({ ...usual, api: { chains: [polkadot, chain] } })
  expect(settings.api?.chains).toMatchObject([polkadot, chain])
  expect(settings.wallet?.networks?.[0]).toEqual({
    networkId: polkadot.networkId,
    name: 'Polkadot Asset Hub',
    currency: { symbol: 'DOT', decimals: 10 },
    rpcUrls: polkadot.rpcUrls,
  })
  await expect(read({ ...usual, api: { chains: [{ ...polkadot, index: {} }] } })).rejects.toThrow(
    /api\.chains/,
  )
})

test('the wallet names a project to the bundler of an API that knows its projects', async () => {
  const bundler = { executors: [`0x${'11'.repeat(32)}`] }
  const smart = { ...usual, api: { chains: [chain], smartAccounts: { bundler } } }
  const urlOf = async (value: object) => (await read(value)).wallet?.networks?.[0]?.bundlerUrl
  const url = `${usual.url}/v1/bundler?chainId=eip155%3A1`
  expect(await urlOf(smart)).toBe(url)
  const shop = { name: 'Shop', origins: ['https://shop.example'] }
  expect(await urlOf({ ...smart, projects: { shop } })).toBe(`${url}&projectId=shop`)
})

test('the wallet asks the API for prices, unless its section names another source', async () => {
  const urlOf = async (value: object) => (await read(value)).wallet?.pricesUrl
  const shop = { name: 'Shop', origins: ['https://shop.example'] }
  expect(await urlOf(usual)).toBe(usual.url)
  expect(await urlOf({ ...usual, projects: { shop } })).toBe(`${usual.url}?projectId=shop`)
  const pricesUrl = 'https://prices.example.org'
  expect(await urlOf({ ...usual, wallet: { ...wallet, pricesUrl } })).toBe(pricesUrl)
})

test('with `postgres` and `redis`, the services use these servers instead of a folder', async () => {
  const {
    api,
    relay,
    wallet: embedded,
    folder,
  } = await read({
    ...usual,
    store: {
      postgres: 'postgres://db.example.org/latchkey',
      redis: ['redis://a.example.org', 'redis://b.example.org'],
      cluster: true,
    },
  })
  expect([folder, api?.database, embedded?.database, relay?.store]).toEqual([
    undefined,
    'postgres://db.example.org/latchkey',
    'postgres://db.example.org/latchkey',
    { kind: 'redis', urls: ['redis://a.example.org', 'redis://b.example.org'], cluster: true },
  ])
})

const wrong: readonly (readonly [name: string, value: unknown, problem: string])[] = [
  [
    'a misspelled name',
    { ...usual, trustProxies: 1 },
    'trustProxies: is no setting; did you mean trustProxy?',
  ],
  [
    'a misspelled nested name',
    { ...usual, api: { chains: [{ ...chain, rpcUrl: [] }] } },
    'api.chains.0.rpcUrl: is no setting; did you mean api.chains.0.rpcUrls?',
  ],
  [
    'a misspelled name in one of several forms',
    { ...usual, store: { postgre: '', redis: 'redis://x', postgres: 'postgres://x/y' } },
    'store.postgre: is no setting; did you mean store.postgres?',
  ],
  ['an unknown name', { ...usual, xyzzy: 1 }, 'xyzzy: is no setting'],
  [
    'an unknown limit',
    { ...usual, relay: { limits: { 'client.request': 1 } } },
    'relay.limits.client.request: is no setting',
  ],
  [
    'a name that every object inherits',
    '{"url":"https://a.example","constructor":1,"store":"x"}',
    'constructor: is no setting',
  ],
  ['a value of another type', { ...usual, port: '8080' }, 'port: Expected number'],
  ['a number out of range', { ...usual, port: 70_000 }, 'port: Expected <=65535'],
  ['a missing required value', { ...usual, store: undefined }, 'store: has to be given'],
  [
    'an address with a path',
    { ...usual, url: 'https://latchkey.example.org/' },
    'url: Expected an origin such as https://latchkey.example.org, without a slash at its end',
  ],
  [
    'an address without encryption',
    { ...usual, url: 'http://latchkey.example.org' },
    'url: Expected an origin such as https://latchkey.example.org, without a slash at its end',
  ],
  [
    'an invalid folder',
    { ...usual, store: 'mysql://x' },
    'store: Expected the path of a folder, or an object with postgres and redis',
  ],
  [
    'the same host for the wallet and the other services',
    { ...usual, wallet: { ...wallet, url: usual.url } },
    'wallet.url: needs a host of its own, such as wallet.latchkey.example.org: on the host of url, whatever API and relay answer could read the keys of your visitors',
  ],
  [
    'a service’s limit for the shared port',
    { ...usual, wallet: { ...wallet, limits: { connections: false } } },
    'wallet.limits.connections: the services share one port, so this is connections',
  ],
  [
    'no service',
    { url: usual.url, store: 'data' },
    'settings: have none of api, relay and wallet, so there is nothing to start',
  ],
  [
    'an error found by the wallet',
    { ...usual, wallet: { ...wallet, recovery: ['vault'] } },
    'wallet.vault: The vault is offered, so it needs its key',
  ],
  [
    'an error found by the API',
    { ...usual, api: { chains: [chain, chain] } },
    'api.chains: Every networkId may be given once',
  ],
  [
    'limits that contradict each other',
    { ...usual, relay: { limits: { 'address.sockets': 90_000 } } },
    'relay.limits: address.sockets is more than all.sockets, which is 50000',
  ],
  [
    'a folder size beside Redis',
    {
      ...usual,
      relay: { storeBytes: 20_000_000 },
      store: { postgres: 'postgres://x/y', redis: 'redis://x' },
    },
    'relay.storeBytes: is for a folder; the size of Redis is its maxmemory',
  ],
  [
    'a key that is too short',
    { ...usual, wallet: { ...wallet, keys: { file: 'short' } } },
    'wallet.keys: key 1 has to be 32 bytes in base64 or hex',
  ],
  [
    'a missing file',
    { ...usual, wallet: { ...wallet, keys: { file: 'none' } } },
    'wallet.keys: none cannot be read (ENOENT)',
  ],
  [
    'an invalid JSON file',
    { ...usual, api: { chains: { file: 'broken.json' } } },
    'api.chains (broken.json): is no JSON',
  ],
  [
    'a missing environment variable',
    { ...usual, token: { env: 'TOKEN' } },
    'token: the environment variable TOKEN is not set',
  ],
  [
    'a token that is too short',
    { ...usual, token: 'short' },
    'token: Expected at least 32 characters',
  ],
  [
    'a missing rates file',
    { ...usual, api: { chains: [chain], ratesFile: 'none.json' } },
    "api.ratesFile: /etc/latchkey/none.json can't be read as a JSON object of numbers",
  ],
  [
    'a settings file that is not JSON',
    '{ "url": "https://a.example",\n  // remark\n  "port": x }',
    '/etc/latchkey/latchkey.json: is no JSON',
  ],
]

test.each(wrong)('%s causes its own error message', async (_, value, problem) => {
  const problems = await problemsOf(value)
  expect(problems.some((entry) => entry.startsWith(problem)) ? problem : problems).toBe(problem)
})

test('all problems are reported at once, and no message contains a secret', async () => {
  expect(await problemsOf({ ...usual, port: 'x', hosts: 'y' })).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^port: /),
      'hosts: is no setting; did you mean host?',
    ]),
  )
  const secrets = [
    { token: { x: secret } },
    { store: { postgres: secret, redis: secret } },
    { relay: { relayKey: secret } },
    { wallet: { ...wallet, keys: [secret] } },
    { wallet: { ...wallet, mail: { url: secret, from: secret } } },
    ...[`smtp://u:${secret}@h:99999`, `smtp://u:${secret}@ho st`, `smtp://u:${secret}%zz@h`].map(
      (url) => ({ wallet: { ...wallet, mail: { url, from: 'a@b.example' } } }),
    ),
    { api: { chains: [chain], swapApis: [{ kind: secret }] } },
    { api: { chains: [chain], onramp: { sandbox: { url: secret, secret: 'c0ffee' } } } },
    { api: { chains: [chain], smartAccounts: { bundler: { executors: [secret] } } } },
    { api: { chains: [chain], smartAccounts: { bundler: secret, paymaster: [secret] } } },
    { api: { chains: [chain], smartAccounts: { paymaster: { signer: secret } } } },
    { api: { chains: [chain] }, sandbox: { treasury: secret, networks: ['eip155:31337'] } },
    { wallet: { ...wallet, vault: { privateKey: secret, delay: secret } } },
  ]
  for (const changed of secrets) {
    const problems = await problemsOf({ ...usual, ...changed })
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.join()).not.toContain('c0ffee')
  }
  expect((await problemsOf(`{ "token": "${secret}" "x" }`)).join()).not.toContain('c0ffee')
})

test('any file is read, or refused with short messages', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.json(),
        fc.string(),
        fc.object().map((changed) => JSON.stringify({ ...usual, ...changed })),
        fc
          .dictionary(
            fc.constantFrom(
              'store',
              'projects',
              'drain',
              'connections',
              'relay',
              'wallet',
              'api',
              '__proto__',
              'token',
            ),
            fc.jsonValue(),
          )
          .map((changed) => JSON.stringify({ ...usual, ...changed })),
      ),
      async (text) => {
        for (const problem of await problemsOf(text)) expect(problem).toMatch(/^[^\n]{1,400}$/)
      },
    ),
    { numRuns: 500 },
  )
})

test('a file may have comments and trailing commas, and the file that `init` writes is valid', async () => {
  const token = 'ab'.repeat(32)
  Object.assign(files, {
    's/token': token,
    's/wallet.keys': files['keys'],
    's/vault.json': files['vault.json'],
  })
  const { checked } = await read(template('s'))
  expect(checked).toMatchObject({
    token,
    trustProxy: 1,
    wallet: { url: 'https://wallet.latchkey.example.org' },
  })
  expect(
    await problemsOf(
      `{ "url": "https://a.example", /* block */ "store": "x", // line\n "relay": {}, }`,
    ),
  ).toEqual([])
})

test('the manual maps every environment variable of a service to a setting', async () => {
  const manual = await readFile(new URL('../../../../docs/operators.md', import.meta.url), 'utf8')
  const readmes = await Promise.all(
    ['api', 'relay', 'wallet', 'sandbox'].map((name) =>
      readFile(new URL(`../../../${name}/README.md`, import.meta.url), 'utf8'),
    ),
  )
  const named = new Set([
    ...Object.keys({ ...apiVariables, ...relayVariables, ...walletVariables, ...sandboxVariables }),
    ...readmes.flatMap((text) =>
      [...text.matchAll(/^\|[^|]*`(?:[A-Z_]+)`[^|]*\|/gm)].flatMap(([cell]) =>
        [...cell.matchAll(/`([A-Z]+_[A-Z_]+|PORT|HOST|SMTP)`/g)].map(([, name]) => name ?? ''),
      ),
    ),
  ])
  expect(named.size).toBeGreaterThan(50)
  expect([...named].filter((name) => !manual.includes(`\`${name}\``))).toEqual([])
})
