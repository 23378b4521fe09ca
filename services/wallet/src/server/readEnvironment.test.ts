import { expect, test } from 'vitest'
import { parseOptions } from './options.ts'
import { readEnvironment } from './readEnvironment.ts'
import { vaultKeyPair } from './testing/startTestWallet.ts'

const hex = 'ab'.repeat(32)
const files: Record<string, string> = {
  keys: `# today's\n${Buffer.from(hex, 'hex').toString('base64')}\n\n${'cd'.repeat(32)}\n`,
  'projects.json': '{"shop":{"name":"Shop","origins":["https://shop.example"]}}',
  'networks.json':
    '[{"networkId":"eip155:1","name":"Ethereum","currency":{"symbol":"ETH","decimals":18},"rpcUrls":["https://node.example"]}]',
  'vault.json': JSON.stringify({ ...vaultKeyPair(), key_ops: ['deriveBits'], ext: true }),
  'socials.json':
    '{"google":{"clientId":"g","clientSecret":"s"},"x":{"clientId":"x","clientSecret":"s"}}',
  'farcaster.json': '{"domain":"wallet.example","rpcUrls":["https://optimism.example"]}',
  short: 'abc',
}
const readText = async (path: string) => files[path] ?? Promise.reject(new Error('missing'))
const env = {
  LATCHKEY_KEYS: 'keys',
  LATCHKEY_PROJECTS: 'projects.json',
  LATCHKEY_NETWORKS: 'networks.json',
  LATCHKEY_DATABASE: 'memory',
  SMTP: 'smtps://user:pass@mail.example',
  LATCHKEY_MAIL_FROM: 'wallet@shop.example',
  PUBLIC_URL: 'https://wallet.example/',
  LATCHKEY_RECOVERY: 'vault, password',
  LATCHKEY_VAULT_KEY: 'vault.json',
  LATCHKEY_VAULT_DELAY: '86400',
  LATCHKEY_OPERATOR: 'Shop',
  LATCHKEY_TRUST_PROXY: '1',
  HOST: '0.0.0.0',
  PORT: '80',
  LATCHKEY_RATE_LIMIT: '10/2/1',
  LATCHKEY_MAIL_LIMIT: '0',
  LATCHKEY_SOCIALS: 'socials.json',
  LATCHKEY_FARCASTER: 'farcaster.json',
  LATCHKEY_SOCIAL_LIMIT: '9/1/60',
  LATCHKEY_OPERATION_LIMIT: '8/1/2',
  LATCHKEY_PRICES_URL: 'https://api.example?projectId=shop',
}

test('every environment variable sets its option', async () => {
  const { options, where } = await readEnvironment(env, readText)
  expect(where).toEqual({ port: 80, host: '0.0.0.0', fallback: false })
  const checked = parseOptions(options)
  expect(checked).toMatchObject({
    url: 'https://wallet.example',
    pricesUrl: 'https://api.example?projectId=shop',
    recovery: ['vault', 'password'],
    vault: { delay: 86_400_000 },
    trustProxy: 1,
    limits: {
      rate: { max: 10, refill: 2, everySeconds: 1 },
      mails: false,
      socials: { max: 9, refill: 1, everySeconds: 60 },
      operations: { max: 8, refill: 1, everySeconds: 2 },
      codes: 20,
    },
    farcaster: { relay: 'https://relay.farcaster.xyz', domain: 'wallet.example' },
    socials: { google: { clientId: 'g' }, x: { clientId: 'x' } },
    mail: { url: env.SMTP, from: 'wallet@shop.example' },
  })
  expect(checked.keys.map((key) => Buffer.from(key).toString('hex'))).toEqual([
    hex,
    'cd'.repeat(32),
  ])
  expect(checked.vault?.privateKey).not.toHaveProperty('key_ops')
})

test.each([
  ['LATCHKEY_KEYS', 'short', /^LATCHKEY_KEYS: short: key 1 has to be 32 bytes/],
  ['LATCHKEY_KEYS', 'none', /^LATCHKEY_KEYS: none can't be read/],
  ['LATCHKEY_PROJECTS', '', /^LATCHKEY_PROJECTS: has to be given/],
  ['LATCHKEY_PROJECTS', 'keys', /^LATCHKEY_PROJECTS: keys can't be read as JSON/],
  ['LATCHKEY_VAULT_DELAY', undefined, /^LATCHKEY_VAULT_DELAY: has to be given/],
  ['LATCHKEY_MAIL_LIMIT', '1/0/1', /^LATCHKEY_MAIL_LIMIT: expected max\/refill\/seconds/],
  ['PORT', 'x', /^PORT: expected a number/],
])('when %s is %j, the error names the variable', async (name, value, sentence) => {
  await expect(readEnvironment({ ...env, [name]: value }, readText)).rejects.toThrow(sentence)
})

test.each([
  [{ recovery: [] }, 'recovery'],
  [{ recovery: ['friend'] }, 'recovery'],
  [{ recovery: ['vault', 'vault'] }, 'recovery'],
  [{ keys: [] }, 'keys'],
  [{ url: 'https://wallet.example/path' }, 'url'],
  [
    { projects: { shop: { name: 'Shop', origins: ['https://shop.example/'] } } },
    'projects.shop.origins.0',
  ],
  [
    { projects: { shop: { name: 'Shop', origins: ['https://a.example; script-src *'] } } },
    'projects.shop.origins.0',
  ],
  [{ database: 'mysql://x' }, 'database'],
  [{ pricesUrl: 'ftp://api.example' }, 'pricesUrl'],
  [{ unknown: 1 }, 'unknown'],
  [{ vault: { privateKey: {}, delay: 1 } }, 'vault.privateKey'],
  [{ socials: { twitter: {} } }, 'socials.twitter'],
  [{ socials: { google: { clientId: 'g' } } }, 'socials.google.clientSecret'],
  [
    {
      socials: {
        google: { clientId: 'g', clientSecret: 's', endpoints: { token: 'http://evil.example/' } },
      },
    },
    'socials.google.endpoints.token',
  ],
  [
    { socials: { apple: { clientId: 'a', teamId: 't', keyId: 'k', privateKey: 'none' } } },
    'socials.apple.privateKey',
  ],
  [
    { farcaster: { domain: 'https://wallet.example', rpcUrls: ['https://o.example'] } },
    'farcaster.domain',
  ],
])('the options %j are refused', async (changed, option) => {
  const { options } = await readEnvironment(env, readText)
  expect(() => parseOptions({ ...options, ...changed })).toThrow(new RegExp(`^${option}`))
})

test('when only the vault recovers accounts, logins without an address are refused', async () => {
  const { options } = await readEnvironment({ ...env, LATCHKEY_RECOVERY: 'vault' }, readText)
  expect(() => parseOptions(options)).toThrow(
    'recovery: X, Farcaster: such accounts come without an e-mail address, so recovery has to offer more than the vault',
  )
  const { farcaster: _, ...rest } = options
  expect(
    parseOptions({ ...rest, socials: { google: { clientId: 'g', clientSecret: 's' } } }).recovery,
  ).toEqual(['vault'])
})
