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
 * Extensions by which a token's issuer keeps control of it, and one that hides amounts. Source:
 * spl-token-2022
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
 * The instruction that gives a new mint an extension. The library has none for confidential
 * transfers.
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
 * A token to create on a chain for tests. `feeBasisPoints`: its fee of each transfer. `symbol`: the
 * symbol in its metadata.
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

/** Creates a token with a holder, with libraries that the kit does not use. @returns its address */
export async function createToken(
  url: string,
  {
    issuer,
    holder,
    amount,
    decimals,
    program: name,
    feeBasisPoints,
    symbol,
    controls: wanted = [],
  }: TestToken,
): Promise<string> {
  const connection = new Connection(url, 'processed')
  const program = name === 'token' ? TOKEN_PROGRAM_ID : TOKEN_2022_PROGRAM_ID
  const [payer, owner, mint] = [
    new PublicKey(issuer.address),
    new PublicKey(holder),
    Keypair.generate(),
  ]
  const place = getAssociatedTokenAddressSync(mint.publicKey, owner, false, program)
  const space = getMintLen([
    ...(feeBasisPoints === undefined ? [] : [ExtensionType.TransferFeeConfig]),
    ...(symbol === undefined ? [] : [ExtensionType.MetadataPointer]),
    ...wanted.map((control) => kindOf[control]),
  ])
  const forMetadata = symbol === undefined ? 0 : 10_000_000
  const transaction = new Transaction({
    feePayer: payer,
    ...(await connection.getLatestBlockhash()),
  }).add(
    SystemProgram.createAccount({
      fromPubkey: payer,
      newAccountPubkey: mint.publicKey,
      space,
      lamports: (await connection.getMinimumBalanceForRentExemption(space)) + forMetadata,
      programId: program,
    }),
    ...(feeBasisPoints === undefined
      ? []
      : [
          createInitializeTransferFeeConfigInstruction(
            mint.publicKey,
            payer,
            payer,
            feeBasisPoints,
            1_000_000_000n,
            program,
          ),
        ]),
    ...(symbol === undefined
      ? []
      : [
          createInitializeMetadataPointerInstruction(
            mint.publicKey,
            payer,
            mint.publicKey,
            program,
          ),
        ]),
    ...wanted.map((control) => initialize[control](mint.publicKey, payer)),
    createInitializeMint2Instruction(
      mint.publicKey,
      decimals,
      payer,
      wanted.includes('defaultFrozen') ? payer : null,
      program,
    ),
    ...(symbol === undefined
      ? []
      : [
          initializeMetadata({
            programId: program,
            mint: mint.publicKey,
            metadata: mint.publicKey,
            mintAuthority: payer,
            updateAuthority: payer,
            name: 'A token',
            symbol,
            uri: '',
          }),
        ]),
    createAssociatedTokenAccountInstruction(payer, place, owner, mint.publicKey, program),
    ...(wanted.includes('defaultFrozen')
      ? [createThawAccountInstruction(place, mint.publicKey, payer, [], program)]
      : []),
    createMintToInstruction(mint.publicKey, place, payer, amount, [], program),
  )
  transaction.partialSign(mint)
  // any bytes serve
  transaction.addSignature(payer, issuer.sign(transaction.serializeMessage()) as Buffer)
  await connection.sendRawTransaction(transaction.serialize())
  return mint.publicKey.toBase58()
}
