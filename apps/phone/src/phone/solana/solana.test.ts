import fc from 'fast-check'
import {
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import type { Address, Blockhash, Instruction } from '@solana/kit'
import { expect, test } from 'vitest'
import { describeMessage, describeTransactions } from './describeSolana.ts'
import { isMessageOfTransaction, readSolana } from './readSolana.ts'
import { solanaAccounts } from './solanaKeys.ts'

const [own, other] = solanaAccounts.map(({ address }) => address as Address) as [Address, Address]
const at = (text: string) => text as Address // base58 of 32 bytes
const system = at('11111111111111111111111111111111')
const token = at('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const associated = at('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const memo = at('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const mint = at('5mCGtMUD21HEvWJxKGKS6HEAH7ezzy12MWGs4bPgcJwV')
const place = at('26roUwgM5T6bccX41hakjiW4fDiKFSao1RyoFsAxr6e6')
const little = (value: bigint, bytes: number) =>
  Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
const instruction = (
  programAddress: Address,
  accounts: readonly Address[],
  data: readonly number[],
): Instruction => ({
  programAddress,
  accounts: accounts.map((address) => ({ address, role: 1 })),
  data: Uint8Array.from(data),
})

const pay = instruction(system, [own, other], [2, 0, 0, 0, ...little(1_500_000_000n, 8)])
const open = instruction(associated, [own, place, other, mint], [1])
const withFee = instruction(
  token,
  [own, mint, place, own],
  [26, 1, ...little(5_000_000n, 8), 6, ...little(50_000n, 8)],
)
const unknown = instruction(mint, [own], [1, 2, 3])

const build = (...instructions: readonly Instruction[]) =>
  pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayer(own, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: system as string as Blockhash, lastValidBlockHeight: 1n },
        message,
      ),
    (message) => appendTransactionMessageInstructions(instructions, message),
    compileTransaction,
  )
const wire = (...instructions: readonly Instruction[]) =>
  getBase64EncodedWireTransaction(build(...instructions))
const describeOf = (...instructions: readonly Instruction[]) =>
  describeTransactions({
    origin: 'Bakery',
    address: own,
    transactions: [readSolana(wire(...instructions))],
    isSent: true,
    owners: {},
  })

test('the description of a payment has its amount, recipient, memo and sender', () => {
  expect(
    describeOf(pay, instruction(memo, [], [...new TextEncoder().encode('for bread')])),
  ).toMatchObject({
    title: 'Send 1.5 SOL?',
    facts: [
      ['Send', '1.5 SOL'],
      ['To', other],
      ['Memo', 'for bread'],
      ['From', own],
    ],
  })
})

test('the description shows a token’s transfer fee and the token account that the transaction creates', () => {
  const description = describeOf(open, withFee)
  expect(description.title).toBe('Send 5 of 5mCG…PgcJwV?')
  expect(description.facts).toEqual([
    ['Opens a token account for', other],
    ['Send', '5 of 5mCG…PgcJwV'],
    ['The token keeps', '0.05'],
    ['Token', mint],
    ['To', other],
    ['From', own],
  ])
  expect(description.caution).toBeUndefined()
})

test('the description warns if an instruction cannot be read, and lists that instruction', () => {
  const description = describeOf(pay, unknown)
  expect(description).toMatchObject({
    title: 'Sign what cannot be read?',
    caution: expect.stringContaining('cannot read all of it'),
  })
  expect(description.facts).toContainEqual(['Cannot be read', `3 bytes for ${mint}`])
})

test('the description of several transactions describes each one', () => {
  const one = readSolana(wire(pay))
  const description = describeTransactions({
    origin: 'Bakery',
    address: own,
    transactions: [one, one],
    isSent: false,
    owners: {},
  })
  expect(description).toMatchObject({
    title: 'Sign 2 transactions?',
    note: expect.stringContaining('can send it'),
  })
  expect(description.facts.map(([name]) => name)).toEqual([
    'Transaction',
    'Send',
    'To',
    'Transaction',
    'Send',
    'To',
    'From',
  ])
})

test('a message that is the bytes of a transaction is recognised', () => {
  expect(isMessageOfTransaction(Uint8Array.from(build(pay).messageBytes))).toBe(true)
  expect(
    isMessageOfTransaction(new TextEncoder().encode('Good morning, this is a text to sign')),
  ).toBe(false)
  expect(describeMessage('Bakery', own, Uint8Array.of(255, 1))).toMatchObject({
    title: 'Sign these bytes?',
    body: 'ff 01',
  })
})

test('`readSolana` reads or refuses any value', () => {
  const good = wire(pay)
  fc.assert(
    fc.property(
      fc.oneof(
        fc.base64String(),
        fc.string(),
        fc.anything(),
        fc
          .tuple(fc.nat(good.length - 1), fc.base64String({ minLength: 4, maxLength: 4 }))
          .map(([index, part]) => good.slice(0, index) + part + good.slice(index + 4)),
      ),
      (text) => {
        try {
          describeTransactions({
            origin: '',
            address: own,
            transactions: [readSolana(text)],
            isSent: true,
            owners: {},
          })
        } catch (error) {
          expect(error).toMatchObject({ code: -32602 })
        }
      },
    ),
  )
  expect(getBase58Encoder().encode(own)).toHaveLength(32)
})
