import {
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createBurnInstruction,
  createCloseAccountInstruction,
  createInitializeMint2Instruction,
  createInitializePermanentDelegateInstruction,
  createInitializeTransferFeeConfigInstruction,
  createMintToInstruction,
  createRevokeInstruction,
  createSyncNativeInstruction,
  createTransferCheckedInstruction,
  createTransferInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  getMintLen,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import * as fc from 'fast-check'
import { keysOf, type TestSolana } from '@latchkey/devnet/solana/testing/startTestSolana'

/** A mint of the tests. Every test may mint through its authority. */
export type TestMint = {
  address: PublicKey
  program: PublicKey
  decimals: number
  /** Whether the token takes a fee of each transfer. */
  hasFee: boolean
  /** Whether the authority may take it from any account. */
  isTakeable: boolean
}
/** Instructions of one transaction; the first of the signers pays. */
export type SolanaTestTransaction = { instructions: TransactionInstruction[]; signers: Keypair[] }

/**
 * Makes new accounts, because the devnet's own accounts have a history. The whale sends each these
 * lamports. `signature`: the transaction that funded them.
 */
export async function makeAccounts(
  { send, advance }: TestSolana,
  lamports: readonly number[],
): Promise<{ keys: Keypair[]; signature: string }> {
  const whale = keysOf('whale')
  const keys = lamports.map(() => Keypair.generate())
  const signature = await send(
    keys.map(({ publicKey }, index) =>
      SystemProgram.transfer({
        fromPubkey: whale.publicKey,
        toPubkey: publicKey,
        lamports: lamports[index] ?? 0,
      }),
    ),
    [whale],
  )
  advance()
  return { keys, signature }
}

/**
 * Makes mints: of both programs, one with a transfer fee of 1 %, one without decimals, and one
 * whose authority may take it from any account.
 */
export async function makeMints(
  { connection, send, advance }: TestSolana,
  authority: Keypair,
): Promise<TestMint[]> {
  const wanted = [
    { program: TOKEN_PROGRAM_ID, decimals: 6 },
    { program: TOKEN_2022_PROGRAM_ID, decimals: 2 },
    { program: TOKEN_2022_PROGRAM_ID, decimals: 9, hasFee: true },
    { program: TOKEN_2022_PROGRAM_ID, decimals: 0 },
    { program: TOKEN_2022_PROGRAM_ID, decimals: 4, isTakeable: true },
  ]
  const mints: TestMint[] = []
  for (const { program, decimals, hasFee = false, isTakeable = false } of wanted) {
    const mint = Keypair.generate()
    const space = getMintLen([
      ...(hasFee ? [ExtensionType.TransferFeeConfig] : []),
      ...(isTakeable ? [ExtensionType.PermanentDelegate] : []),
    ])
    await send(
      [
        SystemProgram.createAccount({
          fromPubkey: authority.publicKey,
          newAccountPubkey: mint.publicKey,
          space,
          lamports: await connection.getMinimumBalanceForRentExemption(space),
          programId: program,
        }),
        ...(hasFee
          ? [
              createInitializeTransferFeeConfigInstruction(
                mint.publicKey,
                authority.publicKey,
                authority.publicKey,
                100,
                1_000n,
                program,
              ),
            ]
          : []),
        ...(isTakeable
          ? [
              createInitializePermanentDelegateInstruction(
                mint.publicKey,
                authority.publicKey,
                program,
              ),
            ]
          : []),
        createInitializeMint2Instruction(
          mint.publicKey,
          decimals,
          authority.publicKey,
          null,
          program,
        ),
      ],
      [authority, mint],
    )
    mints.push({ address: mint.publicKey, program, decimals, hasFee, isTakeable })
    advance()
  }
  return mints
}

/** The associated token account of an owner. */
export const placeOf = (
  { address, program }: Pick<TestMint, 'address' | 'program'>,
  owner: PublicKey,
): PublicKey => getAssociatedTokenAddressSync(address, owner, false, program)
const memoProgram = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')

/** Creates the associated token account of an owner, if there is none. */
export const openPlace = (mint: TestMint, owner: PublicKey, payer: PublicKey) =>
  createAssociatedTokenAccountIdempotentInstruction(
    payer,
    placeOf(mint, owner),
    owner,
    mint.address,
    mint.program,
  )

/**
 * Transactions between people, many of which fail.
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
  const few = fc.integer({ min: 0, max: 5_000 })
  const much = fc.integer({ min: 1, max: 3_000_000 })
  const wrapped: TestMint = {
    address: NATIVE_MINT,
    program: TOKEN_PROGRAM_ID,
    decimals: 9,
    hasFee: false,
    isTakeable: false,
  }
  const usual = fc.oneof(
    fc.tuple(person, person, much).map(
      ([from, to, lamports]): SolanaTestTransaction => ({
        signers: [from],
        instructions: [
          SystemProgram.transfer({
            fromPubkey: from.publicKey,
            toPubkey: to.publicKey,
            lamports,
          }),
        ],
      }),
    ),
    // more than the balance of any account
    fc.tuple(person, person).map(
      ([from, to]): SolanaTestTransaction => ({
        signers: [from],
        instructions: [
          SystemProgram.transfer({
            fromPubkey: from.publicKey,
            toPubkey: to.publicKey,
            lamports: 10n ** 17n,
          }),
        ],
      }),
    ),
    fc.tuple(person, person, mint, few).map(
      ([payer, to, of, amount]): SolanaTestTransaction => ({
        signers: [payer, authority],
        instructions: [
          openPlace(of, to.publicKey, payer.publicKey),
          createMintToInstruction(
            of.address,
            placeOf(of, to.publicKey),
            authority.publicKey,
            amount,
            [],
            of.program,
          ),
        ],
      }),
    ),
    fc.tuple(person, person, mint, few).map(
      ([from, to, of, amount]): SolanaTestTransaction => ({
        signers: [from],
        instructions: [
          openPlace(of, to.publicKey, from.publicKey),
          createTransferCheckedInstruction(
            placeOf(of, from.publicKey),
            of.address,
            placeOf(of, to.publicKey),
            from.publicKey,
            amount,
            of.decimals,
            [],
            of.program,
          ),
        ],
      }),
    ),
    fc.tuple(person, person, few).map(
      ([from, to, amount]): SolanaTestTransaction => ({
        signers: [from],
        instructions: mints
          .slice(0, 1)
          .map((of) =>
            createTransferInstruction(
              placeOf(of, from.publicKey),
              placeOf(of, to.publicKey),
              from.publicKey,
              amount,
              [],
              of.program,
            ),
          ),
      }),
    ),
    fc.tuple(person, mint, few).map(
      ([from, of, amount]): SolanaTestTransaction => ({
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
      }),
    ),
    fc.tuple(person, person, mint, fc.boolean()).map(
      ([from, to, of, may]): SolanaTestTransaction => ({
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
      }),
    ),
    // by another person, who may have an allowance
    fc.tuple(person, person, person, mint, few).map(
      ([from, to, by, of, amount]): SolanaTestTransaction => ({
        signers: [by],
        instructions: [
          createTransferCheckedInstruction(
            placeOf(of, from.publicKey),
            of.address,
            placeOf(of, to.publicKey),
            by.publicKey,
            amount % 900,
            of.decimals,
            [],
            of.program,
          ),
        ],
      }),
    ),
    // wraps coins, and unwraps all of them to a person
    fc.tuple(person, much).map(
      ([from, lamports]): SolanaTestTransaction => ({
        signers: [from],
        instructions: [
          openPlace(wrapped, from.publicKey, from.publicKey),
          SystemProgram.transfer({
            fromPubkey: from.publicKey,
            toPubkey: placeOf(wrapped, from.publicKey),
            lamports,
          }),
          createSyncNativeInstruction(placeOf(wrapped, from.publicKey)),
        ],
      }),
    ),
    fc.tuple(person, person).map(
      ([from, to]): SolanaTestTransaction => ({
        signers: [from],
        instructions: [
          createCloseAccountInstruction(
            placeOf(wrapped, from.publicKey),
            to.publicKey,
            from.publicKey,
          ),
        ],
      }),
    ),
    fc.tuple(person, mint).map(
      ([from, of]): SolanaTestTransaction => ({
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
      }),
    ),
    fc
      .tuple(
        person,
        fc.constantFrom('thanks', 'Claim your reward at https://evil.example', '\u202e'),
      )
      .map(
        ([from, text]): SolanaTestTransaction => ({
          signers: [from],
          instructions: [
            new TransactionInstruction({
              programId: memoProgram,
              keys: [],
              data: Buffer.from(text),
            }),
          ],
        }),
      ),
  )
  const one =
    more.length === 0
      ? usual
      : fc.oneof(
          { weight: 3, arbitrary: usual },
          ...more.map((arbitrary) => ({ weight: 2, arbitrary })),
        )
  // two of them in one transaction; the first one's signer pays
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
