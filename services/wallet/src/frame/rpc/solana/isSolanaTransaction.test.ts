import {
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyOf, own } from '../../approve/solana/testing/describe.ts'
import { isSolanaTransaction } from './isSolanaTransaction.ts'

const digit = fc.integer({ min: 2, max: 200 })
const parts = fc.record({
  payers: fc.uniqueArray(digit, { maxLength: 3 }),
  to: digit,
  lamports: fc.nat(),
  count: fc.integer({ min: 1, max: 4 }),
  version: fc.constantFrom('legacy' as const, 0 as const),
})

/** A web3.js transaction with some signers: its message, and the whole transaction. */
function build({
  payers,
  to,
  lamports,
  count,
  version,
}: {
  payers: readonly number[]
  to: number
  lamports: number
  count: number
  version: 'legacy' | 0
}) {
  const instructions = [own, ...payers.map(keyOf)].flatMap((fromPubkey) =>
    Array.from({ length: count }, () =>
      SystemProgram.transfer({ fromPubkey, toPubkey: keyOf(to), lamports }),
    ),
  )
  const blockhash = keyOf(9).toBase58()
  if (version === 0) {
    const message = new TransactionMessage({
      payerKey: own,
      recentBlockhash: blockhash,
      instructions,
    }).compileToV0Message()
    return { message: message.serialize(), whole: new VersionedTransaction(message).serialize() }
  }
  const transaction = new Transaction({ feePayer: own, recentBlockhash: blockhash }).add(
    ...instructions,
  )
  return {
    message: transaction.serializeMessage(),
    whole: transaction.serialize({ requireAllSignatures: false, verifySignatures: false }),
  }
}

test('a Solana transaction is recognised, signed or unsigned, also with bytes after it', () => {
  fc.assert(
    fc.property(parts, fc.uint8Array({ maxLength: 8 }), (given, more) => {
      const { message, whole } = build(given)
      for (const bytes of [message, whole])
        for (const one of [bytes, Uint8Array.from([...bytes, ...more])])
          expect(isSolanaTransaction(one)).toBe(true)
    }),
  )
})

test('a message of a future version is recognised as a transaction', () => {
  const { message } = build({ payers: [], to: 2, lamports: 1, count: 1, version: 0 })
  for (const version of [1, 2, 15])
    expect(isSolanaTransaction(Uint8Array.from(message).with(0, 0x80 | version))).toBe(true)
  // version 1 as in SIMD-0385: counts, a mask, the blockhash, numbers of instructions and
  // keys, the keys, an instruction
  expect(
    isSolanaTransaction(
      Uint8Array.of(
        0x81,
        1,
        0,
        1,
        0,
        0,
        0,
        0,
        ...keyOf(9).toBytes(),
        1,
        2,
        ...own.toBytes(),
        ...keyOf(2).toBytes(),
        1,
        0,
        0,
        0,
      ),
    ),
  ).toBe(true)
})

test('text is never recognised as a transaction', () => {
  for (const text of [
    'Sign in to shop.example',
    '',
    '\n\t\n\t',
    'Привет, '.repeat(20),
    '你好'.repeat(60),
    '\u0001\u0000',
  ])
    expect(isSolanaTransaction(new TextEncoder().encode(text))).toBe(false)
  const readable = fc
    .string({
      unit: fc.oneof(
        fc.constantFrom(...' \n\t.:/-ABCabc'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      ),
      maxLength: 1_200,
    })
    .filter((text) => /^[\P{Cc}\n\t]*$/u.test(text))
  fc.assert(fc.property(readable, (text) => !isSolanaTransaction(new TextEncoder().encode(text))))
})
