import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeStep } from '../../approve/solana/describeStep.ts'
import { decodeInstruction } from '../../approve/solana/decodeInstruction.ts'
import { maxFee, priorityFeeOf } from '../../approve/solana/maxFee.ts'
import { words } from '../../approve/solana/testing/describe.ts'
import { Fault } from '../../bridge/Fault.ts'
import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import { readTransaction, withSignature } from './readTransaction.ts'

const key = (digit: number) => new Uint8Array(32).fill(digit)
const [own, to] = [1, 2].map((digit) => toBase58(key(digit))) as [string, string]
const system = fromBase58('11111111111111111111111111111111')
const token = fromBase58('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const lamports = [2, 0, 0, 0, 0, 0xca, 0x9a, 0x3b, 0, 0, 0, 0] // 1 SOL

/** A transaction of one signer: the keys, then instructions of [program, accounts, data]. */
const build = (
  keys: readonly Uint8Array[],
  instructions: readonly [number, readonly number[], readonly number[]][],
  { version = false, after = [] as readonly number[] } = {},
) =>
  Uint8Array.from([
    1,
    ...new Uint8Array(64),
    ...(version ? [0x80] : []),
    1,
    0,
    1,
    keys.length,
    ...keys.flatMap((one) => [...one]),
    ...key(9),
    instructions.length,
    ...instructions.flatMap(([program, accounts, data]) => [
      program,
      accounts.length,
      ...accounts,
      data.length,
      ...data,
    ]),
    ...after,
  ])
const pay = build([key(1), key(2), system], [[2, [0, 1], lamports]])
const signer = { address: own, isSigner: true, isWritable: true }

test('a payment is read, and a signature is inserted at the place of its signer', () => {
  const transaction = readTransaction(pay)
  expect(transaction).toMatchObject({
    signers: [own],
    blockhash: toBase58(key(9)),
    instructions: [
      {
        program: toBase58(system),
        accounts: [signer, { address: to, isSigner: false, isWritable: true }],
      },
    ],
  })
  const signed = withSignature(transaction, own, new Uint8Array(64).fill(7))
  expect(readTransaction(Uint8Array.from(signed)).signatures).toEqual([new Uint8Array(64).fill(7)])
  expect(signed.slice(65)).toEqual(pay.slice(65))
})

test('a transaction of version 0 is read with accounts from lookup tables, the writable ones first', () => {
  const bytes = build([key(1), token], [[1, [0, 2, 3], [12, 5, 0, 0, 0, 0, 0, 0, 0, 1]]], {
    version: true,
    after: [1, ...key(5), 1, 0, 1, 1],
  })
  expect(readTransaction(bytes).instructions[0]?.accounts).toEqual([
    signer,
    { address: undefined, isSigner: false, isWritable: true },
    { address: undefined, isSigner: false, isWritable: false },
  ])
})

test.each([
  ['additional bytes', Uint8Array.from([...pay, 0])],
  ['missing bytes', pay.slice(0, -1)],
  ['a missing account', build([key(1), system], [[1, [0, 2], lamports]])],
  ['a missing program', build([key(1), system], [[5, [0], lamports]])],
  ['the payer as a program', build([key(1), system], [[0, [0], lamports]])],
  [
    'a program in a lookup table',
    build([key(1), system], [[2, [0], lamports]], {
      version: true,
      after: [1, ...key(5), 1, 0, 0],
    }),
  ],
  ['a repeated key', build([key(1), key(1), system], [[2, [0, 1], lamports]])],
  ['too many signatures', Uint8Array.from([2, ...new Uint8Array(64), ...pay.slice(1)])],
  ['a length encoded in more bytes than needed', Uint8Array.from([0x81, 0, ...pay.slice(1)])],
  ['version 1', Uint8Array.from([...pay.slice(0, 65), 0x81, ...pay.slice(65), 0])],
  [
    'version 1 with its signatures at the end',
    Uint8Array.from([0x81, ...pay.slice(65), ...new Uint8Array(64)]),
  ],
  ['more bytes than a packet holds', new Uint8Array(1_233)],
])('a transaction with %s is rejected with -32602', (_, bytes) => {
  expect(() => readTransaction(bytes)).toThrow(expect.objectContaining({ code: -32602 }))
})

test('any bytes are read, or rejected with a `Fault`', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.nat(pay.length - 1),
      fc.nat(255),
      (bytes, at, byte) => {
        for (const one of [Uint8Array.from(bytes), pay.with(at, byte)]) {
          try {
            for (const instruction of readTransaction(one).instructions)
              for (const step of decodeInstruction(instruction))
                describeStep(step, words, { own, program: instruction.program })
          } catch (error) {
            expect(error).toBeInstanceOf(Fault)
          }
        }
      },
    ),
  )
})

const budget = 'ComputeBudget111111111111111111111111111111'
const littleEndian = (value: bigint, bytes: number) =>
  Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
const price = (value: bigint, ...more: number[]) => ({
  program: budget,
  accounts: [],
  data: Uint8Array.of(3, ...littleEndian(value, 8), ...more),
})
const unitLimit = (value: bigint, ...more: number[]) => ({
  program: budget,
  accounts: [],
  data: Uint8Array.of(2, ...littleEndian(value, 4), ...more),
})
const step = { program: toBase58(system), accounts: [signer], data: Uint8Array.from(lamports) }

test('the priority fee is computed, also when bytes follow the price or the limit', () => {
  expect(priorityFeeOf([step])).toBe(0n)
  expect(priorityFeeOf([step, price(1_000_000n)])).toBe(200_000n)
  expect(priorityFeeOf([step, price(1_000_000n, 7)])).toBe(200_000n)
  expect(priorityFeeOf([step, price(1_000_000n, 7), unitLimit(300_000n, 9, 9)])).toBe(300_000n)
  expect(priorityFeeOf([price(10n ** 12n), unitLimit(1_400_000n), step])).toBe(1_400_000_000_000n)
  expect(priorityFeeOf([price(10n ** 12n), unitLimit(2n ** 32n - 1n), step])).toBe(
    1_400_000_000_000n,
  )
  expect(
    decodeInstruction({ program: budget, accounts: [], data: Uint8Array.of(9) }),
  ).toMatchObject([{ step: { kind: 'unknown' } }])
})

test('the maximum fee is the sum of the signature fees and priority fees of all transactions', () => {
  const one = { ...readTransaction(pay), instructions: [step] }
  const preferred = {
    ...one,
    signers: [own, to],
    instructions: [price(1_000_000n), unitLimit(300_000n), step],
  }
  const checking = {
    ...one,
    instructions: [
      {
        program: 'Ed25519SigVerify111111111111111111111111111',
        accounts: [],
        data: Uint8Array.of(3, 0),
      },
    ],
  }
  expect(maxFee([one])).toBe(5_000n)
  expect(maxFee([preferred])).toBe(310_000n)
  expect(maxFee([one, preferred, checking])).toBe(335_000n)
})
