import {
  AccountState,
  createAssociatedTokenAccountInstruction,
  createInitializeDefaultAccountStateInstruction,
  createInitializeMetadataPointerInstruction,
  createInitializeNonTransferableMintInstruction,
  createInitializePausableConfigInstruction,
  createInitializePermanentDelegateInstruction,
  createInitializeTransferHookInstruction,
  createThawAccountInstruction,
  createInitializeMint2Instruction,
  createInitializeTransferFeeConfigInstruction,
  createMintToInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  getMintLen,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { createInitializeInstruction as initializeMetadata } from '@solana/spl-token-metadata'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'

/**
 * Extensions by which the issuer of a token controls it, and `confidential`, which hides amounts.
 * Source: spl-token-2022
 */
export const controls = [
  'permanentDelegate',
  'pausable',
  'confidential',
  'nonTransferable',
  'transferHook',
  'defaultFrozen',
] as const
export type Control = (typeof controls)[number]

const kindOf = {
  permanentDelegate: ExtensionType.PermanentDelegate,
  pausable: ExtensionType.PausableConfig,
  confidential: ExtensionType.ConfidentialTransferMint,
  nonTransferable: ExtensionType.NonTransferable,
  transferHook: ExtensionType.TransferHook,
  defaultFrozen: ExtensionType.DefaultAccountState,
} as const

/**
 * The instruction that initializes each extension of a new mint. The one for confidential transfers
 * is encoded here, because the library lacks it.
 */
const initialize: {
  readonly [control in Control]: (mint: PublicKey, issuer: PublicKey) => TransactionInstruction
} = {
  permanentDelegate: (mint, issuer) =>
    createInitializePermanentDelegateInstruction(mint, issuer, TOKEN_2022_PROGRAM_ID),
  pausable: (mint, issuer) =>
    createInitializePausableConfigInstruction(mint, issuer, TOKEN_2022_PROGRAM_ID),
  confidential: (mint, issuer) =>
    new TransactionInstruction({
      programId: TOKEN_2022_PROGRAM_ID,
      keys: [{ pubkey: mint, isSigner: false, isWritable: true }],
      data: Buffer.concat([
        Buffer.from([27, 0]),
        issuer.toBuffer(),
        Buffer.from([1]),
        Buffer.alloc(32),
      ]),
    }),
  nonTransferable: (mint) =>
    createInitializeNonTransferableMintInstruction(mint, TOKEN_2022_PROGRAM_ID),
  transferHook: (mint, issuer) =>
    createInitializeTransferHookInstruction(mint, issuer, issuer, TOKEN_2022_PROGRAM_ID),
  defaultFrozen: (mint) =>
    createInitializeDefaultAccountStateInstruction(
      mint,
      AccountState.Frozen,
      TOKEN_2022_PROGRAM_ID,
    ),
}

/**
 * A token to create for a test. `feeBasisPoints` is its fee of each transfer, `symbol` the symbol
 * in its metadata.
 */
export type TestToken = {
  issuer: { address: string; sign: (message: Uint8Array) => Uint8Array }
  holder: string
  amount: bigint
  decimals: number
  program: 'token' | 'token2022'
  feeBasisPoints?: number
  symbol?: string
  controls?: readonly Control[]
}

/** The addresses that are needed to create a token. */
type Accounts = {
  mint: PublicKey
  issuer: PublicKey
  holder: PublicKey
  /** The holder's token account. */
  place: PublicKey
  program: PublicKey
}

const extensionsOf = ({ feeBasisPoints, symbol, controls: wanted = [] }: TestToken) => [
  ...(feeBasisPoints === undefined ? [] : [ExtensionType.TransferFeeConfig]),
  ...(symbol === undefined ? [] : [ExtensionType.MetadataPointer]),
  ...wanted.map((control) => kindOf[control]),
]

/** The instructions that turn a new account into a mint. */
function mintInstructions(
  { feeBasisPoints, symbol, decimals, controls: wanted = [] }: TestToken,
  { mint, issuer, program }: Accounts,
): TransactionInstruction[] {
  const instructions = wanted.map((control) => initialize[control](mint, issuer))
  if (symbol !== undefined)
    instructions.unshift(createInitializeMetadataPointerInstruction(mint, issuer, mint, program))
  if (feeBasisPoints !== undefined)
    instructions.unshift(
      createInitializeTransferFeeConfigInstruction(
        mint,
        issuer,
        issuer,
        feeBasisPoints,
        1_000_000_000n,
        program,
      ),
    )
  const freezer = wanted.includes('defaultFrozen') ? issuer : null
  instructions.push(createInitializeMint2Instruction(mint, decimals, issuer, freezer, program))
  if (symbol !== undefined)
    instructions.push(
      initializeMetadata({
        programId: program,
        mint,
        metadata: mint,
        mintAuthority: issuer,
        updateAuthority: issuer,
        name: 'A token',
        symbol,
        uri: '',
      }),
    )
  return instructions
}

/** The instructions that give the holder the whole supply of a token. */
const issueInstructions = (
  { amount, controls: wanted = [] }: TestToken,
  { mint, issuer, holder, place, program }: Accounts,
): TransactionInstruction[] => [
  createAssociatedTokenAccountInstruction(issuer, place, holder, mint, program),
  ...(wanted.includes('defaultFrozen')
    ? [createThawAccountInstruction(place, mint, issuer, [], program)]
    : []),
  createMintToInstruction(mint, place, issuer, amount, [], program),
]

/**
 * Creates a token, and gives its whole supply to the holder. It uses other libraries than the kit.
 * @returns the address of the token's mint
 */
export async function createToken(url: string, token: TestToken): Promise<string> {
  const connection = new Connection(url, 'processed')
  const program = token.program === 'token' ? TOKEN_PROGRAM_ID : TOKEN_2022_PROGRAM_ID
  const [issuer, holder, keys] = [
    new PublicKey(token.issuer.address),
    new PublicKey(token.holder),
    Keypair.generate(),
  ]
  const mint = keys.publicKey
  const place = getAssociatedTokenAddressSync(mint, holder, false, program)
  const accounts = { mint, issuer, holder, place, program }
  const space = getMintLen(extensionsOf(token))
  const forMetadata = token.symbol === undefined ? 0 : 10_000_000
  const transaction = new Transaction({
    feePayer: issuer,
    ...(await connection.getLatestBlockhash()),
  }).add(
    SystemProgram.createAccount({
      fromPubkey: issuer,
      newAccountPubkey: mint,
      space,
      lamports: (await connection.getMinimumBalanceForRentExemption(space)) + forMetadata,
      programId: program,
    }),
    ...mintInstructions(token, accounts),
    ...issueInstructions(token, accounts),
  )
  transaction.partialSign(keys)
  // the cast: the library accepts any byte array
  transaction.addSignature(issuer, token.issuer.sign(transaction.serializeMessage()) as Buffer)
  await connection.sendRawTransaction(transaction.serialize())
  return mint.toBase58()
}
