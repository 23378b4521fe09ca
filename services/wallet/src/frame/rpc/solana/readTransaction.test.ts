import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeInstruction, priorityFeeOf } from '../../approve/solana/decodeInstruction.ts'
import { describeStep } from '../../approve/solana/describeStep.ts'
import { mostFee } from '../../approve/solana/mostFee.ts'
import { messages as solanaMessages } from '../../approve/solana/messages.ts'
import { messages } from '../../approve/transaction/messages.ts'
import { Fault } from '../../bridge/Fault.ts'
import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import { isSolanaTransaction } from './isSolanaTransaction.ts'
import { readTransaction, withSignature } from './readTransaction.ts'

const words = { ...messages.texts, solana: solanaMessages.texts }
const key = (digit: number) => new Uint8Array(32).fill(digit)
const [own, to, mint, stranger] = [1, 2, 3, 4].map((digit) => toBase58(key(digit))) as [string, string, string, string]
const system = fromBase58('11111111111111111111111111111111')
const token = fromBase58('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const lamports = [2, 0, 0, 0, 0, 0xca, 0x9a, 0x3b, 0, 0, 0, 0] // 1 SOL

/** A transaction of one signer: the keys, then instructions of [program, accounts, data]. */
const build = (keys: readonly Uint8Array[], instructions: readonly [number, readonly number[], readonly number[]][], { version = false, after = [] as readonly number[] } = {}) => Uint8Array.from([
  1, ...new Uint8Array(64), ...(version ? [0x80] : []), 1, 0, 1, keys.length, ...keys.flatMap((one) => [...one]), ...key(9),
  instructions.length, ...instructions.flatMap(([program, accounts, data]) => [program, accounts.length, ...accounts, data.length, ...data]), ...after,
])
const pay = build([key(1), key(2), system], [[2, [0, 1], lamports]])

test('reads a payment, and puts a signature in its place', () => {
  const transaction = readTransaction(pay)
  expect(transaction).toMatchObject({ signers: [own], instructions: [{ program: toBase58(system), accounts: [own, to] }] })
  expect(transaction.instructions.map(decodeInstruction)).toEqual([{ kind: 'transfer', from: own, to, amount: 1_000_000_000n }])
  expect(isSolanaTransaction(transaction.message)).toBe(true)
  const signed = withSignature(transaction, own, new Uint8Array(64).fill(7))
  expect(readTransaction(Uint8Array.from(signed)).signatures).toEqual([new Uint8Array(64).fill(7)])
  expect(signed.slice(65)).toEqual(pay.slice(65))
})

test('reads version 0, whose lookup tables hide accounts', () => {
  const bytes = build([key(1), token], [[1, [0, 2, 3], [12, 5, 0, 0, 0, 0, 0, 0, 0, 1]]], { version: true, after: [1, ...key(5), 1, 0, 1, 1] })
  expect(readTransaction(bytes).instructions.map(decodeInstruction)).toEqual([{ kind: 'token', from: own, mint: undefined, to: undefined, amount: 5n, decimals: 1 }])
})

test.each([
  ['bytes behind its end', Uint8Array.from([...pay, 0])],
  ['bytes that are missing', pay.slice(0, -1)],
  ['an account that is missing', build([key(1), system], [[1, [0, 2], lamports]])],
  ['a program that is missing', build([key(1), system], [[5, [0], lamports]])],
  ['a key twice', build([key(1), key(1), system], [[2, [0, 1], lamports]])],
  ['a signature too many', Uint8Array.from([2, ...new Uint8Array(64), ...pay.slice(1)])],
  ['version 1', Uint8Array.from([...pay.slice(0, 65), 0x81, ...pay.slice(65), 0])],
  ['more bytes than a packet has', new Uint8Array(1_233)],
])('refuses %s', (_, bytes) => {
  expect(() => readTransaction(bytes)).toThrow(expect.objectContaining({ code: -32602 }))
})

test('any bytes are read, or refused', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(pay.length - 1), fc.nat(255), (bytes, at, byte) => {
    for (const one of [Uint8Array.from(bytes), pay.with(at, byte)]) {
      try {
        readTransaction(one).instructions.map((instruction) => describeStep(decodeInstruction(instruction), words))
      } catch (error) {
        expect(error).toBeInstanceOf(Fault)
      }
    }
  }))
})

test.each([
  [3, [5, 0, 0, 0, 0, 0, 0, 0], 'Send 5 units of unknown tokens', 'plain'],
  [12, [5, 0, 0, 0, 0, 0, 0, 0, 1], 'Send 0.5 tokens', 'plain'],
  [4, [5, 0, 0, 0, 0, 0, 0, 0], 'Allow to take up to 5 units of unknown tokens', 'danger'],
  [6, [2, 0], 'Give a token account away', 'danger'],
  [9, [], 'Close a token account', 'warning'],
  [12, [5, 0, 0, 0], 'Unknown call', 'warning'],
  [99, [], 'Unknown call', 'warning'],
])('says what step %s of the token program does', (code, data, title, level) => {
  const text = describeStep(decodeInstruction({ program: toBase58(token), accounts: [own, mint, to, stranger], data: Uint8Array.of(code, ...data) }), words)
  expect({ ...text, title: text.title.replace(/[\u2068\u2069]/g, '') }).toMatchObject({ title, level })
})

test.each([
  [[12, 5, 0, 0, 0, 0, 0, 0, 0, 1], 'Send 0.5 tokens', 'plain'],
  [[26, 1, 5, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0], 'Send 0.5 tokens', 'plain'],
  [[6, 2, 0], 'Give a token account away', 'danger'],
  [[26, 1, 5, 0, 0, 0, 0, 0, 0, 0, 1], 'Unknown call', 'warning'],
  [[26, 3, 5, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0], 'Unknown call', 'warning'],
])('says what a step of Token-2022 does: %s', (data, title, level) => {
  const text = describeStep(decodeInstruction({ program: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', accounts: [own, mint, to, stranger], data: Uint8Array.from(data) }), words)
  expect({ ...text, title: text.title.replace(/[\u2068\u2069]/g, '') }).toMatchObject({ title, level })
})

test('an unknown program is never called safe', () => {
  expect(describeStep(decodeInstruction({ program: stranger, accounts: [], data: Uint8Array.of(2, 0, 0, 0) }), words)).toMatchObject({ title: 'Unknown call', level: 'warning' })
  expect(describeStep(decodeInstruction({ program: undefined, accounts: [], data: new Uint8Array() }), words)).toMatchObject({ level: 'warning', parties: [{ address: 'From a lookup table, not known here' }] })
})

const budget = 'ComputeBudget111111111111111111111111111111'
const little = (value: bigint, bytes: number) => Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
const price = (value: bigint) => ({ program: budget, accounts: [], data: Uint8Array.of(3, ...little(value, 8)) })
const unitLimit = (value: bigint) => ({ program: budget, accounts: [], data: Uint8Array.of(2, ...little(value, 4)) })
const step = { program: toBase58(system), accounts: [own, to], data: Uint8Array.from(lamports) }

test('counts what a transaction pays to be preferred', () => {
  expect(priorityFeeOf([step])).toBe(0n)
  expect(priorityFeeOf([step, price(1_000_000n)])).toBe(200_000n)
  expect(priorityFeeOf([price(10n ** 12n), unitLimit(1_400_000n), step])).toBe(1_400_000_000_000n)
  expect(priorityFeeOf([price(10n ** 12n), unitLimit(2n ** 32n - 1n), step])).toBe(1_400_000_000_000n)
  expect(decodeInstruction({ program: budget, accounts: [], data: Uint8Array.of(9) })).toMatchObject({ kind: 'unknown' })
})

test('the fee is that of the signatures and what is paid to be preferred, over all transactions', () => {
  const one = { ...readTransaction(pay), instructions: [step] }
  const preferred = { ...one, signers: [own, to], instructions: [price(1_000_000n), unitLimit(300_000n), step] }
  const checking = { ...one, instructions: [{ program: 'Ed25519SigVerify111111111111111111111111111', accounts: [], data: Uint8Array.of(3, 0) }] }
  expect(mostFee([one])).toBe(5_000n)
  expect(mostFee([preferred])).toBe(310_000n)
  expect(mostFee([one, preferred, checking])).toBe(335_000n)
})

test('an account that the wallet does not know, and a signature that stays good, are dangers', () => {
  expect(describeStep(decodeInstruction({ ...step, accounts: [own, undefined] }), words)).toMatchObject({ level: 'danger' })
  expect(describeStep(decodeInstruction({ program: toBase58(system), accounts: [own, to, own], data: Uint8Array.of(4, 0, 0, 0) }), words)).toMatchObject({ level: 'danger', title: 'Can be sent at any time' })
  expect(describeStep(decodeInstruction({ program: toBase58(token), accounts: [own, to, own], data: Uint8Array.of(3, ...little(5n, 8)) }), words).parties).toContainEqual({ name: 'Token', address: 'Not named by the step' })
})
