import {
  createApproveInstruction,
  createBurnInstruction,
  createCloseAccountInstruction,
  createRevokeInstruction,
  createSyncNativeInstruction,
  createTransferInstruction,
} from '@solana/spl-token'
import { PublicKey, SystemProgram, TransactionInstruction, type Keypair } from '@solana/web3.js'
import * as fc from 'fast-check'
import {
  mintTokens,
  openPlace,
  placeOf,
  transferTokens,
  wrappedCoins,
  type SolanaTestTransaction,
  type TestMint,
} from './solanaTraffic.ts'

type Person = fc.Arbitrary<Keypair>
type Mint = fc.Arbitrary<TestMint>
type Kinds = readonly fc.Arbitrary<SolanaTestTransaction>[]

const memoProgram = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const few = fc.integer({ min: 0, max: 5_000 })
const much = fc.integer({ min: 1, max: 3_000_000 })

/**
 * Generates transactions between people. Many of them fail.
 * @param more further kinds of transactions
 */
export function arbitrarySolanaTransactions(
  people: readonly Keypair[],
  mints: readonly TestMint[],
  authority: Keypair,
  ...more: readonly fc.Arbitrary<SolanaTestTransaction>[]
): fc.Arbitrary<SolanaTestTransaction> {
  const person = fc.constantFrom(...people)
  const mint = fc.constantFrom(...mints)
  const usual = fc.oneof(
    ...coinTransfers(person),
    ...tokenMoves(person, mint, mints.slice(0, 1), authority),
    ...allowances(person, mint),
    ...wrapping(person),
    closing(person, mint),
    memos(person),
  )
  const one =
    more.length === 0
      ? usual
      : fc.oneof(
          { weight: 3, arbitrary: usual },
          ...more.map((arbitrary) => ({ weight: 2, arbitrary })),
        )
  // sometimes two transactions are joined into one, for which the signer of the first pays
  return fc.oneof(
    { weight: 3, arbitrary: one },
    {
      weight: 1,
      arbitrary: fc.tuple(one, one).map(([first, second]) => ({
        signers: [...new Set([...first.signers, ...second.signers])],
        instructions: [...first.instructions, ...second.instructions],
      })),
    },
  )
}

const coinTransfers = (person: Person): Kinds => [
  fc.tuple(person, person, much).map(([from, to, lamports]) => ({
    signers: [from],
    instructions: [
      SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to.publicKey, lamports }),
    ],
  })),
  // more than any account has
  fc.tuple(person, person).map(([from, to]) => ({
    signers: [from],
    instructions: [
      SystemProgram.transfer({
        fromPubkey: from.publicKey,
        toPubkey: to.publicKey,
        lamports: 10n ** 17n,
      }),
    ],
  })),
]

/**
 * Transactions that transfer tokens. @param unchecked the mints with which the unchecked `Transfer`
 * may be used
 */
const tokenMoves = (
  person: Person,
  mint: Mint,
  unchecked: readonly TestMint[],
  authority: Keypair,
): Kinds => [
  fc.tuple(person, person, mint, few).map(([payer, to, of, amount]) => ({
    signers: [payer, authority],
    instructions: [
      openPlace(of, to.publicKey, payer.publicKey),
      mintTokens(of, placeOf(of, to.publicKey), authority.publicKey, amount),
    ],
  })),
  fc.tuple(person, person, mint, few).map(([from, to, of, amount]) => ({
    signers: [from],
    instructions: [
      openPlace(of, to.publicKey, from.publicKey),
      transferTokens(
        of,
        placeOf(of, from.publicKey),
        placeOf(of, to.publicKey),
        from.publicKey,
        amount,
      ),
    ],
  })),
  fc.tuple(person, person, few).map(([from, to, amount]) => ({
    signers: [from],
    instructions: unchecked.map((of) =>
      createTransferInstruction(
        placeOf(of, from.publicKey),
        placeOf(of, to.publicKey),
        from.publicKey,
        amount,
        [],
        of.program,
      ),
    ),
  })),
  fc.tuple(person, mint, few).map(([from, of, amount]) => ({
    signers: [from],
    instructions: [
      createBurnInstruction(
        placeOf(of, from.publicKey),
        of.address,
        from.publicKey,
        amount,
        [],
        of.program,
      ),
    ],
  })),
]

const allowances = (person: Person, mint: Mint): Kinds => [
  fc.tuple(person, person, mint, fc.boolean()).map(([from, to, of, may]) => ({
    signers: [from],
    instructions: [
      may
        ? createApproveInstruction(
            placeOf(of, from.publicKey),
            to.publicKey,
            from.publicKey,
            700n,
            [],
            of.program,
          )
        : createRevokeInstruction(placeOf(of, from.publicKey), from.publicKey, [], of.program),
    ],
  })),
  // another person signs, who may have an allowance
  fc.tuple(person, person, person, mint, few).map(([from, to, by, of, amount]) => ({
    signers: [by],
    instructions: [
      transferTokens(
        of,
        placeOf(of, from.publicKey),
        placeOf(of, to.publicKey),
        by.publicKey,
        amount % 900,
      ),
    ],
  })),
]

/** Transactions that wrap coins, and unwrap all of them to a person. */
const wrapping = (person: Person): Kinds => [
  fc.tuple(person, much).map(([from, lamports]) => ({
    signers: [from],
    instructions: [
      openPlace(wrappedCoins, from.publicKey, from.publicKey),
      SystemProgram.transfer({
        fromPubkey: from.publicKey,
        toPubkey: placeOf(wrappedCoins, from.publicKey),
        lamports,
      }),
      createSyncNativeInstruction(placeOf(wrappedCoins, from.publicKey)),
    ],
  })),
  fc.tuple(person, person).map(([from, to]) => ({
    signers: [from],
    instructions: [
      createCloseAccountInstruction(
        placeOf(wrappedCoins, from.publicKey),
        to.publicKey,
        from.publicKey,
      ),
    ],
  })),
]

const closing = (person: Person, mint: Mint): fc.Arbitrary<SolanaTestTransaction> =>
  fc.tuple(person, mint).map(([from, of]) => ({
    signers: [from],
    instructions: [
      createCloseAccountInstruction(
        placeOf(of, from.publicKey),
        from.publicKey,
        from.publicKey,
        [],
        of.program,
      ),
    ],
  }))

const memos = (person: Person): fc.Arbitrary<SolanaTestTransaction> =>
  fc
    .tuple(person, fc.constantFrom('thanks', 'Claim your reward at https://evil.example', '\u202e'))
    .map(([from, text]) => ({
      signers: [from],
      instructions: [
        new TransactionInstruction({ programId: memoProgram, keys: [], data: Buffer.from(text) }),
      ],
    }))
