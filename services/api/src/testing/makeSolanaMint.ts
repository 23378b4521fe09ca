import { createHash } from 'node:crypto'
import {
  createInitializeMetadataPointerInstruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  getMintLen,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token'
import { Keypair, SystemProgram, TransactionInstruction, type PublicKey } from '@solana/web3.js'
import type { TestSolana } from '@latchkey/devnet/solana/testing/startTestSolana'
import { openPlace, type TestMint } from './solanaTraffic.ts'

const initialize = createHash('sha256')
  .update('spl_token_metadata_interface:initialize_account')
  .digest()
  .subarray(0, 8)

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Makes a Token-2022 mint that carries its own metadata, and mints some of it to an account. */
export async function makeSolanaMint(
  { connection, send, advance }: TestSolana,
  authority: Keypair,
  {
    decimals,
    amount,
    to,
    name,
    symbol,
    uri,
  }: { decimals: number; amount: bigint; to: PublicKey; name: string; symbol: string; uri: string },
): Promise<TestMint> {
  const mint = Keypair.generate()
  const program = TOKEN_2022_PROGRAM_ID
  const own: TestMint = {
    address: mint.publicKey,
    program,
    decimals,
    hasFee: false,
    isTakeable: false,
  }
  const space = getMintLen([ExtensionType.MetadataPointer])
  const metadata = Buffer.concat([text(name), text(symbol), text(uri)])
  const lamports = await connection.getMinimumBalanceForRentExemption(space + 200 + metadata.length)
  await send(
    [
      SystemProgram.createAccount({
        fromPubkey: authority.publicKey,
        newAccountPubkey: mint.publicKey,
        space,
        lamports,
        programId: program,
      }),
      createInitializeMetadataPointerInstruction(
        mint.publicKey,
        authority.publicKey,
        mint.publicKey,
        program,
      ),
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
  await send(
    [
      new TransactionInstruction({
        programId: program,
        keys: [
          { pubkey: mint.publicKey, isSigner: false, isWritable: true },
          { pubkey: authority.publicKey, isSigner: false, isWritable: false },
          { pubkey: mint.publicKey, isSigner: false, isWritable: false },
          { pubkey: authority.publicKey, isSigner: true, isWritable: false },
        ],
        data: Buffer.concat([initialize, metadata]),
      }),
    ],
    [authority],
  )
  await send(
    [
      openPlace(own, to, authority.publicKey),
      createMintToInstruction(
        mint.publicKey,
        getAssociatedTokenAddressSync(mint.publicKey, to, false, program),
        authority.publicKey,
        amount,
        [],
        program,
      ),
    ],
    [authority],
  )
  advance()
  return own
}
