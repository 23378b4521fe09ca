import { createPublicKey, sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyPair } from './createKeyPair.ts'

test('the public key verifies signatures of the private key, also if a number begins with zeros', () => {
  const pairs = Array.from({ length: 300 }, createKeyPair)
  for (const {
    privateKey,
    jwk: { kty, crv, x, y, d },
  } of pairs) {
    expect([x, y, d].map((part) => Buffer.from(part, 'base64url').length)).toEqual([32, 32, 32])
    const signature = sign('sha256', Buffer.from('text'), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    })
    const publicKey = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' })
    expect(
      verify(
        'sha256',
        Buffer.from('text'),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        signature,
      ),
    ).toBe(true)
  }
  expect(new Set(pairs.map(({ jwk }) => jwk.d)).size).toBe(pairs.length)
})
