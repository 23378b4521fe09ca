import { OptionError } from '@latchkey/server/optionError'
import { expect, test } from 'vitest'
import { limits } from './limits.ts'
import { readEnvironment, variables } from './readEnvironment.ts'

test('every variable of the manual sets its option', () => {
  const { store, options, where } = readEnvironment({
    PORT: '9000',
    HOST: '0.0.0.0',
    PUBLIC_URLS: 'wss://relay.example.org, wss://second.example.org',
    LATCHKEY_FOLDER: 'mailboxes',
    LATCHKEY_PROJECTS: 'one, two',
    LATCHKEY_ORIGINS: 'https://example.org',
    LATCHKEY_LIMITS: 'client.requests=600, address.sockets=5000,address.bytes=1000000',
    LATCHKEY_TRUST_PROXY: '1',
    LATCHKEY_STORE_BYTES: '1000000000',
    LATCHKEY_WATCH: '1',
    LATCHKEY_WATCH_HOSTS: 'hooks.internal:8080, 10.0.0.7',
    LATCHKEY_KEY: 'ab'.repeat(32),
  })
  expect(store).toMatchObject({
    kind: 'folder',
    folder: 'mailboxes',
    bytes: 1_000_000_000,
    shares: {
      client: limits.shares.client,
      address: { ...limits.shares.address, bytes: 1_000_000 },
    },
  })
  expect(where).toEqual({ port: 9000, host: '0.0.0.0', fallback: false })
  expect(options).toEqual({
    publicUrls: ['wss://relay.example.org', 'wss://second.example.org'],
    projects: ['one', 'two'],
    origins: ['https://example.org'],
    shares: { client: { requests: 600 }, address: { sockets: 5000 }, all: {} },
    trustProxy: 1,
    watch: true,
    watchHosts: ['hooks.internal:8080', '10.0.0.7'],
    relayKey: 'ab'.repeat(32),
  })
  // every option has a variable, so every error can name the variable
  expect(Object.values(variables).toSorted()).toEqual(Object.keys(options).toSorted())
})

test('with LATCHKEY_REDIS, mailboxes are stored in Redis', () => {
  const cluster = readEnvironment({
    LATCHKEY_REDIS: 'redis://a:1,redis://b:2',
    LATCHKEY_REDIS_CLUSTER: '1',
    LATCHKEY_LIMITS: '0',
  })
  expect(cluster.store).toMatchObject({
    kind: 'redis',
    urls: ['redis://a:1', 'redis://b:2'],
    cluster: true,
  })
  expect(cluster.options).toEqual({ shares: false })
})

test('the relay listens on 127.0.0.1:5555 by default, and may use another port', () => {
  for (const PORT of [undefined, ''])
    expect(readEnvironment({ LATCHKEY_FOLDER: 'x', PORT }).where).toEqual({
      port: 5555,
      host: '127.0.0.1',
      fallback: true,
    })
})

test.each([
  ['LATCHKEY_FOLDER', {}],
  ['LATCHKEY_REDIS', { LATCHKEY_FOLDER: 'x', LATCHKEY_REDIS: 'redis://a' }],
  ['PORT', { LATCHKEY_FOLDER: 'x', PORT: '70000' }],
  ['PORT', { LATCHKEY_FOLDER: 'x', PORT: '80; rm' }],
  ['LATCHKEY_WATCH', { LATCHKEY_FOLDER: 'x', LATCHKEY_WATCH: 'no' }],
  ['LATCHKEY_KEY', { LATCHKEY_FOLDER: 'x', LATCHKEY_KEY: 'secret' }],
  ['LATCHKEY_RATE_LIMIT', { LATCHKEY_FOLDER: 'x', LATCHKEY_RATE_LIMIT: '100' }],
  ['LATCHKEY_LIMITS', { LATCHKEY_FOLDER: 'x', LATCHKEY_LIMITS: 'client.soccets=1' }],
  ['LATCHKEY_LIMITS', { LATCHKEY_FOLDER: 'x', LATCHKEY_LIMITS: 'client.sockets=-1' }],
  ['LATCHKEY_LIMITS', { LATCHKEY_FOLDER: 'x', LATCHKEY_LIMITS: 'client.sockets=0' }],
  ['LATCHKEY_LIMITS', { LATCHKEY_FOLDER: 'x', LATCHKEY_LIMITS: 'client.toString=1' }],
  [
    'LATCHKEY_LIMITS',
    { LATCHKEY_FOLDER: 'x', LATCHKEY_LIMITS: 'address.sockets=1000,all.sockets=10' },
  ],
  ['LATCHKEY_LIMITS', { LATCHKEY_FOLDER: 'x', LATCHKEY_LIMITS: 'address.sockets=50001' }],
  ['LATCHKEY_REDIS', { LATCHKEY_REDIS: 'http://a' }],
  ['LATCHKEY_REDIS', { LATCHKEY_REDIS: 'a:6379' }],
  ['LATCHKEY_REDIS', { LATCHKEY_REDIS: 'redis://a,redis://b' }],
  ['LATCHKEY_REDIS_CLUSTER', { LATCHKEY_REDIS: 'redis://a', LATCHKEY_REDIS_CLUSTER: 'yes' }],
  ['LATCHKEY_REDIS_CLUSTER', { LATCHKEY_FOLDER: 'x', LATCHKEY_REDIS_CLUSTER: '1' }],
  ['LATCHKEY_PROJECTS', { LATCHKEY_FOLDER: 'x', LATCHKEY_PROJECTS: ' ,' }],
  ['PUBLIC_URL', { LATCHKEY_FOLDER: 'x', PUBLIC_URL: 'wss://relay.example.org' }],
  ['LATCHKEY_TRUST_PROXY', { LATCHKEY_FOLDER: 'x', LATCHKEY_TRUST_PROXY: 'yes' }],
  ['LATCHKEY_STORE_BYTES', { LATCHKEY_FOLDER: 'x', LATCHKEY_STORE_BYTES: '1 GB' }],
  ['LATCHKEY_STORE_BYTES', { LATCHKEY_FOLDER: 'x', LATCHKEY_STORE_BYTES: '0' }],
  ['LATCHKEY_STORE_BYTES', { LATCHKEY_REDIS: 'redis://a', LATCHKEY_STORE_BYTES: '1000' }],
])('when %s is invalid, the error names it', (variable, env) => {
  expect(() => readEnvironment(env)).toThrow(OptionError)
  expect(() => readEnvironment(env)).toThrow(new RegExp(`^${variable}: `))
})
