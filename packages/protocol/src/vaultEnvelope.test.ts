import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64url, toBase64url } from './base64.ts'
import { EnvelopeError, openFromVault, sealToVault, type VaultPrivateKey } from './vaultEnvelope.ts'

/** A fixed key, so that the test notices a change of the format. */
const privateKey: VaultPrivateKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'JRoF0haNmaM0beePbVJQpUYBbel9z3_dZeuQyMIuScE',
  y: 'TVAgP24ylN7_Fy2gsDioqAnxPr5SWk0tdbDauTTajNU',
  d: '3-5laFLUZp_em0V5VtOfKK9cLUq-fo75o_YxCR0D5jE',
}
const { kty, crv, x, y } = privateKey
const vaultKey = { kty, crv, x, y }
const userId = '0b5c9c06-8d4c-4d5f-9f43-6e6f2f4a8a10'
const share = Uint8Array.from({ length: 17 }, (_, index) => index)

test('the vault opens its envelopes; two envelopes of the same share are different', async () => {
  const [one, other] = await Promise.all([
    sealToVault({ vaultKey, userId, share }),
    sealToVault({ vaultKey, userId, share }),
  ])
  expect(one).not.toBe(other)
  expect(await openFromVault({ privateKey, userId, envelope: one })).toEqual(share)
  expect(await openFromVault({ privateKey, userId, envelope: other })).toEqual(share)
  expect(fromBase64url(one)).toHaveLength(1 + 65 + share.length + 16)
})

test('the vault opens an envelope of an earlier version', async () => {
  const envelope =
    'AQRU8A-U-o5N3C24-CaUNWnzjMuE9g-A23JW_vwl7KZJyRTB_prjUhwoitBrSsZz7jOindDy5Kom7knSwnlcYeZ5nmvYkjz13SVTgggxF-mCpNmaKt23wWEhTaGpi-owAnPt'
  expect(await openFromVault({ privateKey, userId, envelope })).toEqual(share)
})

test('an envelope does not open for another user or with another key', async () => {
  const envelope = await sealToVault({ vaultKey, userId, share })
  await expect(
    openFromVault({ privateKey, userId: userId.replace('0', '1'), envelope }),
  ).rejects.toThrow(EnvelopeError)
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
    'deriveBits',
  ])
  // a private key in the form in which the browser generated it
  const stranger = (await crypto.subtle.exportKey('jwk', pair.privateKey)) as VaultPrivateKey
  await expect(openFromVault({ privateKey: stranger, userId, envelope })).rejects.toThrow(
    EnvelopeError,
  )
})

test('an envelope with a changed bit, or any other text, does not open', async () => {
  const envelope = await sealToVault({ vaultKey, userId, share })
  const bytes = fromBase64url(envelope)
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length * 8 - 1), async (bit) => {
      const changed = bytes.slice()
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await expect(
        openFromVault({ privateKey, userId, envelope: toBase64url(changed) }),
      ).rejects.toThrow(EnvelopeError)
    }),
    { numRuns: 60 },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string(), fc.base64String(), fc.constant(envelope.slice(0, -4))),
      async (text) => {
        await expect(openFromVault({ privateKey, userId, envelope: text })).rejects.toThrow(
          EnvelopeError,
        )
      },
    ),
    { numRuns: 40 },
  )
})
