import { createHash } from 'node:crypto'
import {
  createInitializeMetadataPointerInstruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  ExtensionType,
  getMintLen,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token'
import { Keypair, SystemProgram, TransactionInstruction, type PublicKey } from '@solana/web3.js'
import type { TestSolana } from '@latchkey/devnet/solana/testing/startTestSolana'
import { openPlace, placeOf, type TestMint } from './solanaTraffic.ts'

const initialize = createHash('sha256')
  .update('spl_token_metadata_interface:initialize_account')
  .digest()
  .subarray(0, 8)
const space = getMintLen([ExtensionType.MetadataPointer])

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Makes a mint of Token-2022 that has its own metadata, and mints some of it to an account. */
export async function makeSolanaMint(
  { connection, send, advance }: TestSolana,
  authority: Keypair,
  {
    decimals,
    amount,
    to,
    ...named
  }: { decimals: number; amount: bigint; to: PublicKey; name: string; symbol: string; uri: string },
): Promise<TestMint> {
  const mint = Keypair.generate()
  const own: TestMint = {
    address: mint.publicKey,
    program: TOKEN_2022_PROGRAM_ID,
    decimals,
    hasFee: false,
    isTakeable: false,
  }
  const metadata = metadataOf(named)
  const lamports = await connection.getMinimumBalanceForRentExemption(space + 200 + metadata.length)
  await send(createMint(own, authority.publicKey, lamports), [authority, mint])
  await send([setMetadata(own, authority.publicKey, metadata)], [authority])
  await send(
    [
      openPlace(own, to, authority.publicKey),
      createMintToInstruction(
        own.address,
        placeOf(own, to),
        authority.publicKey,
        amount,
        [],
        own.program,
      ),
    ],
    [authority],
  )
  advance()
  return own
}

const metadataOf = ({ name, symbol, uri }: { name: string; symbol: string; uri: string }) =>
  Buffer.concat([text(name), text(symbol), text(uri)])

/** Creates a mint whose own account will have its metadata. */
const createMint = (
  { address, program, decimals }: TestMint,
  authority: PublicKey,
  lamports: number,
): TransactionInstruction[] => [
  SystemProgram.createAccount({
    fromPubkey: authority,
    newAccountPubkey: address,
    space,
    lamports,
    programId: program,
  }),
  createInitializeMetadataPointerInstruction(address, authority, address, program),
  createInitializeMint2Instruction(address, decimals, authority, null, program),
]

/** Writes the metadata into the mint's own account. */
const setMetadata = ({ address, program }: TestMint, authority: PublicKey, metadata: Buffer) =>
  new TransactionInstruction({
    programId: program,
    keys: [
      { pubkey: address, isSigner: false, isWritable: true },
      { pubkey: authority, isSigner: false, isWritable: false },
      { pubkey: address, isSigner: false, isWritable: false },
      { pubkey: authority, isSigner: true, isWritable: false },
    ],
    data: Buffer.concat([initialize, metadata]),
  })
