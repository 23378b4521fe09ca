import { AccountRole } from '@solana/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { solanaKeys } from '../../../testing/solana/solanaKeys.ts'
import { guardProgram, systemProgram } from '../provider/programs.ts'
import { buildTransaction } from '../send/buildTransaction.ts'
import { budget, transferLamports } from '../send/instructions.ts'
import { isSameTransaction } from './isSameTransaction.ts'
import { readWire } from './transaction.ts'

const [me = '', friend = '', other = ''] = solanaKeys(3).map(({ address }) => address)
const [hash, newer] = [
  'GHtXQBsoZHVnNFa9YevAzFr17DJjgHXk3ycTKD5xD3Zi',
  'EETubP5AKHgjPAhzPAFcb8BAY1hMH639CWCFTqi3hq1k',
]
const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
type Steps = Parameters<typeof buildTransaction>[2]
const wire = (steps: Steps, payer = me, blockhash = hash) =>
  readWire(buildTransaction(payer, blockhash, steps))
const guard = (kind: number) =>
  ({
    programAddress: guardProgram,
    accounts: [],
    data: Uint8Array.of(kind, 0, 7),
  }) as unknown as Steps[number] // the cast: an `Address` is a text
const [pay, tip] = [transferLamports(me, friend, 5n), transferLamports(me, other, 1n)]
const requested = wire([...budget(1_000, 5n), pay, tip])

test.each<[string, Steps, string?]>([
  ['itself', [...budget(1_000, 5n), pay, tip]],
  ['a newer blockhash', [...budget(1_000, 5n), pay, tip], newer],
  ['another compute price', [...budget(90_000, 9_999n), pay, tip]],
  ['no compute price', [pay, tip]],
  ['a high compute price', [...budget(1_000_000, 99_000_000n), pay, tip]],
  ['added checks of the wallet', [guard(5), ...budget(1_000, 5n), pay, tip, guard(9)]],
])('%s: the transaction counts as the requested one', (_, steps, blockhash) => {
  expect(isSameTransaction(requested, wire(steps, me, blockhash))).toBe(true)
})

test.each<[string, Steps, string?]>([
  ['another recipient', [transferLamports(me, other, 5n), tip]],
  ['another amount', [transferLamports(me, friend, 6n), tip]],
  ['one more payment', [pay, tip, tip]],
  ['one payment less', [pay]],
  ['no payment', []],
  ['another order', [tip, pay]],
  ['another payer of the fee', [pay, tip], other],
  ['a guard instruction that writes', [pay, tip, guard(0)]],
  ['a compute price that would be a theft', [...budget(1_000_000, 101_000_000n), pay, tip]],
  ['such a price without a unit limit', [...budget(1_000_000, 90_000_000n).slice(1), pay, tip]],
  ['one more signer', [pay, tip, transferLamports(other, me, 1n)]],
])('%s: the transaction counts as another one', (_, steps, payer) => {
  expect(isSameTransaction(requested, wire(steps, payer))).toBe(false)
})

test('if an account became writable, the transaction counts as another one', () => {
  const note = (role: AccountRole) =>
    ({
      programAddress: memoProgram,
      accounts: [{ address: other, role }],
      data: Uint8Array.of(7),
    }) as unknown as Steps[number] // the cast: an `Address` is a text
  const [read, written] = [
    wire([pay, note(AccountRole.READONLY)]),
    wire([pay, note(AccountRole.WRITABLE)]),
  ]
  expect([
    isSameTransaction(read, written),
    isSameTransaction(written, read),
    isSameTransaction(read, wire([...budget(9, 9n), pay, note(AccountRole.READONLY)])),
  ]).toEqual([false, false, true])
})

test('if a durable nonce was added, moved or changed, the transaction counts as another one', () => {
  const advance = (...more: readonly number[]) =>
    ({
      programAddress: systemProgram,
      accounts: [
        { address: other, role: AccountRole.WRITABLE },
        { address: me, role: AccountRole.READONLY_SIGNER },
      ],
      data: Uint8Array.of(4, 0, 0, 0, ...more),
    }) as unknown as Steps[number] // the cast: an `Address` is a text
  const late = wire([...budget(9, 9n), advance(), pay])
  expect(isSameTransaction(late, wire([...budget(99, 9n), advance(), pay], me, newer))).toBe(true)
  expect(isSameTransaction(late, wire([advance(), ...budget(9, 9n), pay], me, newer))).toBe(false)
  for (const more of [[], [7]])
    expect(isSameTransaction(wire([pay]), wire([advance(...more), pay]))).toBe(false)
  expect(isSameTransaction(wire([advance(), pay]), wire([advance(7), pay]))).toBe(false)
})

test('if a byte outside the blockhash changed, the transaction counts as another one', () => {
  const plain = wire([pay, tip])
  const begin = 65 + 4 // count and signature: 65; version and numbers of signers: 4
  const blockhash = begin + 1 + 4 * 32
  fc.assert(
    fc.property(
      fc.integer({ min: begin, max: plain.bytes.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      (at, by) => {
        fc.pre(at < blockhash || at >= blockhash + 32)
        const changed = plain.bytes.slice()
        changed[at] = (changed[at] ?? 0) ^ by
        try {
          expect(isSameTransaction(plain, readWire(changed))).toBe(false)
        } catch (error) {
          // the change has made the bytes invalid as a transaction
          expect(error).toMatchObject({ code: 'invalidParams' })
        }
      },
    ),
    { numRuns: 1_000 },
  )
})
