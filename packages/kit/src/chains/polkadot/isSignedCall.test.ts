import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHex, toHex } from '@latchkey/protocol/hex'
import { polkadotAccounts } from '../../testing/polkadot/polkadotAccounts.ts'
import { signPayload } from '../../testing/polkadot/signPayload.ts'
import { isSignedCall } from './isSignedCall.ts'
import type { SignerPayload } from './signer.ts'

const [account, other] = polkadotAccounts(2)
if (!account || !other) throw new Error('There are two accounts')

const payloadFor = (method: Uint8Array): SignerPayload => ({
  address: account.address,
  blockHash: `0x${'22'.repeat(32)}`,
  blockNumber: '0x10',
  era: '0x0501',
  genesisHash: `0x${'11'.repeat(32)}`,
  method: `0x${toHex(method)}`,
  nonce: '0x03',
  signedExtensions: [
    'CheckMortality',
    'CheckNonce',
    'ChargeTransactionPayment',
    'CheckMetadataHash',
  ],
  specVersion: '0x01',
  tip: '0x00',
  transactionVersion: '0x01',
  version: 4,
  withSignedTransaction: true,
})
const bytes = fc.uint8Array({ minLength: 2, maxLength: 20_000 })

test('the transaction of a payload is accepted, and the hash of metadata may be added', () => {
  fc.assert(
    fc.property(bytes, (method) => {
      const payload = payloadFor(method)
      expect(isSignedCall(payload, signPayload(account.key, payload))).toBe(true)
      const withHash = { ...payload, mode: 1, metadataHash: `0x${'77'.repeat(32)}` } as const
      expect(isSignedCall(payload, signPayload(account.key, withHash))).toBe(true)
      expect(isSignedCall(payload, { signature: '0x' })).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('another call, another account, another signature and cut bytes are refused', () => {
  fc.assert(
    fc.property(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (method, at, change) => {
      const payload = payloadFor(method)
      const index = at % method.length
      const changed = payloadFor(method.with(index, (method[index] ?? 0) ^ change))
      const signed = signPayload(account.key, payload)
      const whole = fromHex((signed.signedTransaction ?? '').slice(2))
      const hexOf = (value: Uint8Array) => `0x${toHex(value)}` as const
      for (const answer of [
        signPayload(account.key, changed),
        signPayload(other.key, payload),
        { ...signed, signature: signPayload(account.key, payload).signature },
        { ...signed, signedTransaction: hexOf(whole.slice(0, -1)) },
        { ...signed, signedTransaction: hexOf(Uint8Array.from([...whole, 0])) },
        { ...signed, signedTransaction: '0x' as const },
      ])
        expect(
          answer.signature === signed.signature &&
            answer.signedTransaction === signed.signedTransaction
            ? false
            : isSignedCall(payload, answer),
        ).toBe(false)
    }),
    { numRuns: 60 },
  )
})
