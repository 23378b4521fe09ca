import { expect, test } from 'vitest'
import { createTestClient } from '../testing/createTestClient.ts'
import { DidKeyError, formatDidKey, readDidKey } from './didKey.ts'

test('reads the key of a published example', () => {
  // did:key specification, Ed25519 vectors
  const { client, publicKey } = readDidKey('did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp')
  expect(publicKey.toString('hex')).toBe('3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29')
  expect(formatDidKey(client)).toBe('did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp')
})

test('reads any client', () => {
  for (let count = 0; count < 50; count += 1) expect(readDidKey(createTestClient().did).publicKey).toHaveLength(32)
})

test.each(['', 'did:key:', 'did:key:z6Mk', 'did:web:example.org', `did:key:z6Mk${'z'.repeat(44)}`, `did:key:z6Mk${'0'.repeat(44)}`, `did:key:z6Mk${'1'.repeat(5_000)}`, 'did:key:z6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc'])('refuses %s', (did) => {
  expect(() => readDidKey(did)).toThrow(DidKeyError)
})
