import { createAssociatedTokenAccountInstruction, createInitializeMetadataPointerInstruction, createInitializeMint2Instruction, createInitializeTransferFeeConfigInstruction, createMintToInstruction, ExtensionType, getAssociatedTokenAddressSync, getMintLen, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { createInitializeInstruction as initializeMetadata } from '@solana/spl-token-metadata'
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import type { SolanaKey } from '../../testing/solana/solanaKeys.ts'

/** A token to make on a chain for tests; `feeBasisPoints`: what it keeps of each transfer; `symbol`: what stands in its metadata. */
export type TestToken = { issuer: SolanaKey; holder: string; amount: bigint; decimals: number; program: 'token' | 'token2022'; feeBasisPoints?: number; symbol?: string }

/** Makes a token that somebody holds, with libraries that are not the kit's. @returns its address */
export async function createToken(url: string, { issuer, holder, amount, decimals, program: name, feeBasisPoints, symbol }: TestToken): Promise<string> {
  const connection = new Connection(url, 'processed')
  const program = name === 'token' ? TOKEN_PROGRAM_ID : TOKEN_2022_PROGRAM_ID
  const [payer, owner, mint] = [new PublicKey(issuer.address), new PublicKey(holder), Keypair.generate()]
  const place = getAssociatedTokenAddressSync(mint.publicKey, owner, false, program)
  const space = getMintLen([...(feeBasisPoints === undefined ? [] : [ExtensionType.TransferFeeConfig]), ...(symbol === undefined ? [] : [ExtensionType.MetadataPointer])])
  const forMetadata = symbol === undefined ? 0 : 10_000_000
  const transaction = new Transaction({ feePayer: payer, ...(await connection.getLatestBlockhash()) }).add(
    SystemProgram.createAccount({ fromPubkey: payer, newAccountPubkey: mint.publicKey, space, lamports: (await connection.getMinimumBalanceForRentExemption(space)) + forMetadata, programId: program }),
    ...(feeBasisPoints === undefined ? [] : [createInitializeTransferFeeConfigInstruction(mint.publicKey, payer, payer, feeBasisPoints, 1_000_000_000n, program)]),
    ...(symbol === undefined ? [] : [createInitializeMetadataPointerInstruction(mint.publicKey, payer, mint.publicKey, program)]),
    createInitializeMint2Instruction(mint.publicKey, decimals, payer, null, program),
    ...(symbol === undefined ? [] : [initializeMetadata({ programId: program, mint: mint.publicKey, metadata: mint.publicKey, mintAuthority: payer, updateAuthority: payer, name: 'A token', symbol, uri: '' })]),
    createAssociatedTokenAccountInstruction(payer, place, owner, mint.publicKey, program),
    createMintToInstruction(mint.publicKey, place, payer, amount, [], program),
  )
  transaction.partialSign(mint)
  transaction.addSignature(payer, issuer.sign(transaction.serializeMessage()) as Buffer) // any bytes serve
  await connection.sendRawTransaction(transaction.serialize())
  return mint.publicKey.toBase58()
}
