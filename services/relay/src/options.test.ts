import { OptionError } from '@latchkey/server/optionError'
import { expect, test } from 'vitest'
import { parseOptions } from './options.ts'

const store = { publish: null }

test('missing options get their defaults', () => {
  expect(parseOptions({ store })).toMatchObject({
    shares: { client: { requests: 300 }, address: { sockets: 2_000 } },
    trustProxy: 0,
    heartbeat: 25_000,
    redelivery: 30_000,
  })
})

test.each([
  ['store', {}],
  ['store', { store: 'folder' }],
  ['surprise', { store, surprise: 1 }],
  ['publicUrls.0', { store, publicUrls: ['relay.example.org'] }],
  ['publicUrls', { store, publicUrls: [] }],
  ['watchHosts.1', { store, watchHosts: ['hooks.internal:8080', 'http://x/'] }],
  ['origins.0', { store, origins: ['https://example.org/'] }],
  ['shares.client.requests', { store, shares: { client: { requests: 0 } } }],
  ['shares.adress', { store, shares: { adress: {} } }],
  ['trustProxy', { store, trustProxy: true }],
  ['overload', { store, overload: 0 }],
  ['heartbeat', { store, heartbeat: 0 }],
  ['watchHosts.0', { store, watchHosts: [''] }],
  ['relayKey', { store, relayKey: 'ab' }],
])('when %s is invalid, the error names it', (name, options) => {
  expect(() => parseOptions(options)).toThrow(OptionError)
  expect(() => parseOptions(options)).toThrow(new RegExp(`^${name}`))
})
