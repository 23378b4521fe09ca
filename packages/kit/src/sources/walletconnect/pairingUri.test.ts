import { expect, test } from 'vitest'
import { formatPairingUri, parsePairingUri } from './pairingUri.ts'

const now = 1_767_600_000_000
const pairing = { topic: 'ab'.repeat(32), symKey: 'cd'.repeat(32), expiry: 1_767_600_300 }

test('a formatted pairing URI is parsed to the same values', () => {
  expect(parsePairingUri(formatPairingUri(pairing), now)).toEqual(pairing)
  const withMethods = { ...pairing, methods: ['wc_sessionAuthenticate', 'wc_sessionPropose'] }
  expect(parsePairingUri(formatPairingUri(withMethods), now)).toEqual(withMethods)
})

test('a pairing URI in the format of other clients is parsed', () => {
  const uri = `wc:${pairing.topic}@2?relay-protocol=irn&symKey=${pairing.symKey}&methods=%5Bwc_sessionPropose%5D`
  expect(parsePairingUri(uri, now)).toEqual({ ...pairing, methods: ['wc_sessionPropose'] })
})

test('an expired pairing URI throws', () => {
  expect(() => parsePairingUri(formatPairingUri(pairing), now + 300_000)).toThrow(
    'Pairing URI expired',
  )
})

test.for([
  '',
  'wc:',
  'https://example.org',
  'wc:ab@2?relay-protocol=irn&symKey=cd',
  `wc:${pairing.topic}@1?bridge=x&key=y`,
  `wc:${pairing.topic}@2?relay-protocol=waku&symKey=${pairing.symKey}`,
  `wc:${pairing.topic}@2?relay-protocol=irn&symKey=xyz`,
  `wc:${pairing.topic}@2?relay-protocol=irn`,
  `${formatPairingUri(pairing)}&${'a'.repeat(3_000)}`,
  `javascript:${formatPairingUri(pairing)}`,
])('the URI %j throws `Malformed pairing URI`', (uri) => {
  expect(() => parsePairingUri(uri, now)).toThrow('Malformed pairing URI')
})
