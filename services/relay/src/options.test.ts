import { expect, test } from 'vitest'
import { OptionError, parseOptions } from './options.ts'

const store = { publish: null }

test('fills in what is not said', () => {
  expect(parseOptions({ store })).toMatchObject({ rateLimit: { max: 3_000, refill: 300, everySeconds: 1 }, heartbeat: 25_000, redelivery: 30_000 })
})

test.each([
  ['store', {}],
  ['store', { store: 'folder' }],
  ['surprise', { store, surprise: 1 }],
  ['publicUrls.0', { store, publicUrls: ['relay.example.org'] }],
  ['publicUrls', { store, publicUrls: [] }],
  ['origins.0', { store, origins: ['https://example.org/'] }],
  ['rateLimit', { store, rateLimit: { max: 0, refill: 1, everySeconds: 1 } }],
  ['heartbeat', { store, heartbeat: 0 }],
  ['watchHosts.0', { store, watchHosts: [''] }],
  ['relayKey', { store, relayKey: 'ab' }],
])('names %s when it is wrong', (name, options) => {
  expect(() => parseOptions(options)).toThrow(OptionError)
  expect(() => parseOptions(options)).toThrow(new RegExp(`^${name}`))
})
