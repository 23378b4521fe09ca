import { expect, test } from 'vitest'
import { createTestClient } from '../testing/createTestClient.ts'
import { DidKeyError, formatDidKey, readDidKey, writeDidKey } from './didKey.ts'

test('readDidKey reads the key of a published example', () => {
  // Source: did:key specification, test vectors for Ed25519
  const { client, publicKey } = readDidKey(
    'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp',
  )
  expect(publicKey.toString('hex')).toBe(
    '3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29',
  )
  expect(formatDidKey(client)).toBe('did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp')
})

test('readDidKey reads the key of any client', () => {
  for (let count = 0; count < 50; count += 1)
    expect(readDidKey(createTestClient().did).publicKey).toHaveLength(32)
})

test.each([
  '',
  'did:key:',
  'did:key:z6Mk',
  'did:web:example.org',
  `did:key:z6Mk${'z'.repeat(44)}`,
  `did:key:z6Mk${'0'.repeat(44)}`,
  `did:key:z6Mk${'1'.repeat(5_000)}`,
  'did:key:z6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc',
])('readDidKey refuses %s', (did) => {
  expect(() => readDidKey(did)).toThrow(DidKeyError)
})

/**
 * The y coordinates of all points of small order, little-endian, and their other encodings (y plus
 * the prime of the field).
 */
const smallOrders = [
  `01${'00'.repeat(31)}`,
  '00'.repeat(32),
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
].map((hex) => Buffer.from(hex, 'hex'))
const signed = (key: Buffer) =>
  Buffer.concat([key.subarray(0, 31), Buffer.from([(key[31] ?? 0) | 0x80])])

test.each(
  [...smallOrders, ...smallOrders.map(signed)].map((key) => [key.toString('hex'), key] as const),
)('readDidKey refuses the key %s, whose signatures need no secret', (_, key) => {
  expect(() => readDidKey(writeDidKey(key))).toThrow(DidKeyError)
})
