import { toBase58 } from '@latchkey/protocol/base58'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSolanaMessage, titleOf } from './readSolanaMessage.ts'
import { friend, own as key, foreign } from './testing/describe.ts'

const own = key.toBase58()
const utf8 = (text: string) => new TextEncoder().encode(text)
const toHex = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
/** Encodes an envelope of version 1 with these signers and this content. */
const envelope = (signers: readonly Uint8Array[], content: Uint8Array) =>
  Uint8Array.of(
    0xff,
    ...utf8('solana offchain'),
    1,
    signers.length,
    ...signers.flatMap((one) => [...one]),
    ...content,
  )
const riskOf = (bytes: Uint8Array) => readSolanaMessage(Uint8Array.from(bytes), own)

test('a text is not risky', () => {
  expect(riskOf(utf8('Hello, please sign this text of a shop'))).toMatchObject({
    kind: 'text',
    isRisky: false,
    isSignIn: false,
  })
})

test('32 bytes, also as hex, base58 or base64, are a risky hash', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      for (const one of [
        bytes,
        utf8(toHex(bytes)),
        utf8(`0x${toHex(bytes).toUpperCase()}`),
        utf8(toBase58(bytes)),
        utf8(btoa(String.fromCharCode(...bytes))),
        utf8(` ${toHex(bytes)}\n`),
      ])
        expect(riskOf(one)).toMatchObject({ kind: 'hash', isRisky: true })
    }),
  )
  expect(riskOf(utf8('x'.repeat(32)))).toMatchObject({ kind: 'hash', isRisky: true })
})

test('bytes that are not text are risky', () => {
  fc.assert(
    fc.property(
      fc
        .uint8Array({ maxLength: 100 })
        .map((bytes) => Uint8Array.of(...bytes, 0xff))
        .filter(({ length }) => length !== 32),
      (bytes) => {
        expect(riskOf(bytes)).toMatchObject({ kind: 'bytes', isRisky: true })
      },
    ),
  )
})

test('text with control characters has the kind `bytes`, and bytes have the title of typed data', () => {
  for (const text of ['Hello\u0000', '\u0019Ethereum Signed Message:\n6hello!', 'a\u0007b c d e f'])
    expect(riskOf(utf8(text))).toMatchObject({ kind: 'bytes', isRisky: true })
  expect(riskOf(utf8('Line\n\tanother\r\n'))).toMatchObject({ kind: 'text' })
  expect(
    (['text', 'offchain', 'cosigned', 'hash', 'bytes'] as const).map((kind) => titleOf({ kind })),
  ).toEqual(['messageTitle', 'messageTitle', 'messageTitle', 'typedDataTitle', 'typedDataTitle'])
})

test('the text of an envelope is read, and an envelope with other signers names them and is risky', () => {
  expect(riskOf(envelope([key.toBytes()], utf8('Hi')))).toMatchObject({
    kind: 'offchain',
    bytes: utf8('Hi'),
    isRisky: false,
    cosigners: [],
  })
  expect(riskOf(envelope([friend.toBytes(), key.toBytes()], utf8('Hi')))).toMatchObject({
    kind: 'cosigned',
    isRisky: true,
    cosigners: [friend.toBase58()],
  })
  expect(riskOf(envelope([key.toBytes()], new Uint8Array(32).fill(65)))).toMatchObject({
    kind: 'hash',
    isRisky: true,
  })
})

test('an envelope without the account, or in an unknown form, is rejected', () => {
  expect(riskOf(envelope([friend.toBytes(), foreign.toBytes()], utf8('Hi')))).toBeUndefined()
  expect(riskOf(Uint8Array.of(0xff, ...utf8('solana offchain'), 7, 1, 2, 3))).toBeUndefined()
})

test('a text in the form of a sign-in is marked as a sign-in', () => {
  expect(
    riskOf(utf8(`evil.example wants you to sign in with your Solana account:\n${own}`)),
  ).toMatchObject({ isSignIn: true })
})
