import { getAddressDecoder, getOffchainMessageEncoder, getUtf8Encoder } from '@solana/kit'
import type { OffchainMessage } from '@solana/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readOffchainMessage } from './readOffchainMessage.ts'

const addressOf = (digit: number) => getAddressDecoder().decode(new Uint8Array(32).fill(digit))
const signers = fc
  .uniqueArray(fc.integer({ min: 1, max: 250 }), { minLength: 1, maxLength: 4 })
  .map((digits) => digits.map(addressOf))
const ascii = fc.string({
  unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 200,
})
const encode = (message: unknown) =>
  // the cast is safe: the test generates the members of each version
  Uint8Array.from(getOffchainMessageEncoder().encode(message as OffchainMessage))

test('messages of the published encoder are read, in version 0 in each format and in version 1', () => {
  fc.assert(
    fc.property(
      signers,
      ascii,
      fc.constantFrom(0, 1, 2),
      fc.integer({ min: 1, max: 250 }),
      (accounts, text, format, application) => {
        const requiredSignatories = accounts.map((address) => ({ address }))
        const zero = readOffchainMessage(
          encode({
            version: 0,
            applicationDomain: addressOf(application),
            content: { format, text },
            requiredSignatories,
          }),
        )
        expect(zero).toEqual({ signers: accounts, text, application: addressOf(application) })
        const one = readOffchainMessage(encode({ version: 1, content: text, requiredSignatories }))
        expect({ ...one, signers: one?.signers.toSorted() }).toEqual({
          signers: accounts.toSorted(),
          text,
        })
      },
    ),
  )
})

const domain = [0xff, ...getUtf8Encoder().encode('solana offchain')]

test('a message in the oldest form, without signers, is read', () => {
  expect(readOffchainMessage(Uint8Array.of(...domain, 0, 0, 2, 0, 72, 105))).toEqual({
    signers: [],
    text: 'Hi',
  })
})

test.each([
  ['another version', [2, 0, 2, 0, 72, 105]],
  ['additional bytes', [0, 0, 2, 0, 72, 105, 33]],
  ['a wrong format', [0, 0, 2, 0, 72, 10]],
  ['bytes that are not text', [0, 1, 2, 0, 0xff, 0xff]],
  ['no content', [0, 0, 0, 0]],
  ['no signer', [1, 0, 72, 105]],
  ['a repeated signer', [1, 2, ...new Uint8Array(64), 72]],
])('an envelope with %s is rejected', (_, bytes) => {
  expect(readOffchainMessage(Uint8Array.of(...domain, ...bytes))).toBeUndefined()
})

test('any bytes give a text or undefined', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const read = readOffchainMessage(Uint8Array.of(...domain, ...bytes))
      expect(read === undefined || read.text.length > 0).toBe(true)
    }),
  )
})
