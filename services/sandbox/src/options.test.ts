import { expect, test } from 'vitest'
import { OptionError } from '@latchkey/server/optionError'
import { parseOptions, type SandboxOptions } from './options.ts'
import { readEnvironment, variables } from './readEnvironment.ts'

const key = `0x${'1'.repeat(64)}` as const
const entry = {
  networkId: 'eip155:77',
  name: 'Test',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['http://127.0.0.1:8545'],
  multicall3: `0x${'2'.repeat(40)}`, // a field that only the API reads
  tokens: [{ address: `0x${'aB'.repeat(20)}`, name: 'USD Coin', symbol: 'USDC', decimals: 6 }],
}
const right: SandboxOptions = {
  chains: [{ networkId: 'solana:x' }, { ...entry, networkId: 'eip155:1' }, entry],
  networks: ['eip155:77'],
  treasury: key,
  secret: 's'.repeat(32),
  database: 'memory',
}
const faultOf = (changes: object) => {
  try {
    parseOptions({ ...right, ...changes })
    return undefined
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    return error.message
  }
}

test('only the networks for sale are read from the list of chains', () => {
  const { chains, confirmations } = parseOptions(right)
  expect(chains.map(({ networkId }) => networkId)).toEqual(['eip155:77'])
  expect(chains[0]?.tokens[0]?.address).toBe(`0x${'ab'.repeat(20)}`)
  expect(confirmations).toBe(1)
})

test('a network whose coin has a value, and a network outside the list, are refused', () => {
  for (const id of ['eip155:1', 'eip155:8453', 'eip155:80094'])
    expect(faultOf({ networks: [id] })).toBe(
      'networks: The sandbox gives tokens away, so it has to be a test network',
    )
  expect(faultOf({ networks: ['eip155:78'] })).toMatch(/^networks: /)
  expect(faultOf({ networks: [] })).toMatch(/^networks: /)
  expect(faultOf({ networks: ['solana:x'] })).toMatch(/^networks/)
})

test('the error for an invalid option names the option and does not contain its value', () => {
  const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
  for (const treasury of ['c0ffee', `0x${'0'.repeat(64)}`, `0x${order}`, order, 7]) {
    expect(faultOf({ treasury })).toBe('treasury: Expected a private key of 0x and 64 hex digits')
  }
  for (const secret of ['c0ffee', '', 'c0ffee'.repeat(100)])
    expect(faultOf({ secret })).toBe('secret: Expected a text of 32 to 512 characters')
  expect(faultOf({ database: 'mysql://c0ffee@db' })).not.toContain('c0ffee')
  expect(faultOf({ treasure: key })).toMatch(/^treasure: /)
})

test('every environment variable of the manual sets its option', async () => {
  const { options, where } = await readEnvironment(
    {
      PORT: '9001',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://pay.example.org/',
      LATCHKEY_CHAINS: 'chains.json',
      LATCHKEY_SANDBOX_NETWORKS: 'eip155:77',
      LATCHKEY_SANDBOX_TREASURY: key,
      LATCHKEY_SANDBOX_SYMBOLS: 'ETH, USDC',
      LATCHKEY_SANDBOX_SECRET: right.secret,
      LATCHKEY_SANDBOX_CONFIRMATIONS: '3',
      LATCHKEY_API_URL: 'http://127.0.0.1:9000',
      LATCHKEY_WEBHOOK_URL: 'http://127.0.0.1:9000/hook',
      LATCHKEY_PROJECT_ID: 'shop',
      LATCHKEY_DATABASE: 'memory',
      LATCHKEY_TRUST_PROXY: '1',
    },
    async () => JSON.stringify([entry]),
  )
  expect(where).toEqual({ port: 9001, host: '0.0.0.0', fallback: false })
  expect(Object.keys(options).toSorted()).toEqual(Object.values(variables).toSorted())
  expect(parseOptions(options)).toMatchObject({
    networks: ['eip155:77'],
    treasury: key,
    symbols: ['ETH', 'USDC'],
    publicUrl: 'https://pay.example.org',
    apiUrl: 'http://127.0.0.1:9000',
    webhookUrl: 'http://127.0.0.1:9000/hook',
    confirmations: 3,
    trustProxy: 1,
  })
})

test('when an environment variable is missing or invalid, the error names it', async () => {
  const env = {
    LATCHKEY_CHAINS: 'chains.json',
    LATCHKEY_SANDBOX_NETWORKS: 'eip155:77',
    LATCHKEY_SANDBOX_TREASURY: key,
    LATCHKEY_SANDBOX_SECRET: right.secret,
    LATCHKEY_DATABASE: 'memory',
  }
  for (const name of Object.keys(env))
    await expect(readEnvironment({ ...env, [name]: '' }, async () => '[]')).rejects.toThrow(
      `${name}: has to be given`,
    )
  await expect(
    readEnvironment({ ...env, LATCHKEY_SANDBOX_CONFIRMATIONS: 'many' }, async () => '[]'),
  ).rejects.toThrow('LATCHKEY_SANDBOX_CONFIRMATIONS: expected a number')
  await expect(readEnvironment(env, async () => '{')).rejects.toThrow(
    "LATCHKEY_CHAINS: chains.json can't be read as JSON",
  )
})
