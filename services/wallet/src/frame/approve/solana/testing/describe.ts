import {
  PublicKey,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import type { AccountMeta, AddressLookupTableAccount } from '@solana/web3.js'
import { readTransaction } from '../../../rpc/solana/readTransaction.ts'
import type { SolanaTransaction } from '../../../rpc/solana/readTransaction.ts'
import { messages } from '../../transaction/messages.ts'
import { messages as solanaMessages } from '../messages.ts'
import { describeTransaction } from '../describeTransaction.ts'
import type { TransactionText } from '../describeTransaction.ts'

/** The English words of a step. */
export const words = { ...messages.texts, solana: solanaMessages.texts }

/** A test account, by a number. */
export const keyOf = (digit: number): PublicKey => new PublicKey(new Uint8Array(32).fill(digit))
/** The signing account. */
export const own: PublicKey = keyOf(1)
/** Other accounts. */
export const [friend, mint, foreign, table]: readonly [PublicKey, PublicKey, PublicKey, PublicKey] =
  [keyOf(2), keyOf(3), keyOf(4), keyOf(5)]

type Options = {
  payer?: PublicKey
  blockhash?: string
  tables?: readonly AddressLookupTableAccount[]
}

/**
 * An unsigned transaction in the form that a site sends: legacy, or version 0 with its lookup
 * tables. web3.js encodes it.
 */
export function bytesOf(
  instructions: readonly TransactionInstruction[],
  { payer = own, blockhash = keyOf(9).toBase58(), tables }: Options = {},
): Uint8Array<ArrayBuffer> {
  if (tables)
    return Uint8Array.from(
      new VersionedTransaction(
        new TransactionMessage({
          payerKey: payer,
          recentBlockhash: blockhash,
          instructions: [...instructions],
        }).compileToV0Message([...tables]),
      ).serialize(),
    )
  const transaction = new Transaction({ feePayer: payer, recentBlockhash: blockhash }).add(
    ...instructions,
  )
  return Uint8Array.from(
    transaction.serialize({ requireAllSignatures: false, verifySignatures: false }),
  )
}

/** The transaction of `bytesOf`, read by the wallet. */
export const transactionOf = (
  instructions: readonly TransactionInstruction[],
  options?: Options,
): SolanaTransaction => readTransaction(bytesOf(instructions, options))

/** Everything that the wallet shows of a transaction with these instructions. */
export function describe(
  instructions: readonly TransactionInstruction[],
  options?: Options,
): TransactionText {
  return describeTransaction(transactionOf(instructions, options), words, own.toBase58())
}

/** A text without the bidi marks around foreign values. */
export const plain = (text: string): string => text.replace(/[\u2068\u2069]/g, '')

/** An instruction of any program. `accounts`: `s` marks signers, `w` writable accounts. */
export function step(
  program: PublicKey | string,
  accounts: readonly (readonly [PublicKey, ('s' | 'w' | 'sw')?])[],
  data: ArrayLike<number>,
): TransactionInstruction {
  const keys = accounts.map(
    ([pubkey, use = '']): AccountMeta => ({
      pubkey,
      isSigner: use.includes('s'),
      isWritable: use.includes('w'),
    }),
  )
  return new TransactionInstruction({
    programId: new PublicKey(program),
    keys,
    data: Buffer.from(Array.from(data)),
  })
}

/** An instruction with additional bytes and accounts at its end. */
export function withExtra(
  instruction: TransactionInstruction,
  bytes: number,
  accounts: readonly AccountMeta[] = [],
): TransactionInstruction {
  return new TransactionInstruction({
    programId: instruction.programId,
    keys: [...instruction.keys, ...accounts],
    data: Buffer.concat([instruction.data, Buffer.alloc(bytes, 7)]),
  })
}

/** A whole number as little-endian bytes. */
export const littleEndian = (value: bigint | number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, index) => Number((BigInt(value) >> BigInt(8 * index)) & 255n))
