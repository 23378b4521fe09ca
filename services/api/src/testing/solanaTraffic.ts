import {
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeMint2Instruction,
  createInitializePermanentDelegateInstruction,
  createInitializeTransferFeeConfigInstruction,
  createMintToInstruction,
  createTransferCheckedInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  getMintLen,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  Keypair,
  SystemProgram,
  type PublicKey,
  type TransactionInstruction,
} from '@solana/web3.js'
import { keysOf, type TestSolana } from '@latchkey/devnet/solana/testing/startTestSolana'

/** A mint of a test. Every test may mint through its authority. */
export type TestMint = {
  address: PublicKey
  program: PublicKey
  decimals: number
  /** Whether the token takes a fee from transfers. */
  hasFee: boolean
  /** Whether the authority may take tokens from any account. */
  isTakeable: boolean
}
/** The mint of wrapped coins. */
export const wrappedCoins: TestMint = {
  address: NATIVE_MINT,
  program: TOKEN_PROGRAM_ID,
  decimals: 9,
  hasFee: false,
  isTakeable: false,
}

/** The instructions of one transaction. The first signer pays. */
export type SolanaTestTransaction = { instructions: TransactionInstruction[]; signers: Keypair[] }

/**
 * Makes new accounts, because the devnet's own accounts already have a history. The whale sends
 * each of them lamports.
 * @returns `signature`: the transaction that funded them
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
 * Makes mints of both token programs: one has a transfer fee of 1 %, one has no decimals, and the
 * authority of one may take its tokens from any account.
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
    const of: TestMint = { address: mint.publicKey, program, decimals, hasFee, isTakeable }
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
        ...initializeMint(of, authority.publicKey),
      ],
      [authority, mint],
    )
    mints.push(of)
    advance()
  }
  return mints
}

/** Initializes a mint and its extensions. The authority may change its transfer fee later. */
function initializeMint(
  { address, program, decimals, hasFee, isTakeable }: TestMint,
  authority: PublicKey,
): TransactionInstruction[] {
  return [
    ...(hasFee
      ? [
          createInitializeTransferFeeConfigInstruction(
            address,
            authority,
            authority,
            100,
            1_000n,
            program,
          ),
        ]
      : []),
    ...(isTakeable
      ? [createInitializePermanentDelegateInstruction(address, authority, program)]
      : []),
    createInitializeMint2Instruction(address, decimals, authority, null, program),
  ]
}

/** The address of an owner's associated token account. */
export const placeOf = (
  { address, program }: Pick<TestMint, 'address' | 'program'>,
  owner: PublicKey,
): PublicKey => getAssociatedTokenAddressSync(address, owner, false, program)

/** Creates an owner's associated token account, if it does not exist. */
export const openPlace = (mint: TestMint, owner: PublicKey, payer: PublicKey) =>
  createAssociatedTokenAccountIdempotentInstruction(
    payer,
    placeOf(mint, owner),
    owner,
    mint.address,
    mint.program,
  )

/** Mints tokens into an account. */
export const mintTokens = (of: TestMint, to: PublicKey, authority: PublicKey, amount: number) =>
  createMintToInstruction(of.address, to, authority, amount, [], of.program)

/** Transfers tokens between two accounts. @param by their owner, or a delegate */
export const transferTokens = (
  of: TestMint,
  from: PublicKey,
  to: PublicKey,
  by: PublicKey,
  amount: number,
) => createTransferCheckedInstruction(from, of.address, to, by, amount, of.decimals, [], of.program)
