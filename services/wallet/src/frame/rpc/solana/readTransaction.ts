import { fault } from '../../bridge/Fault.ts'
import { toBase58 } from '@latchkey/protocol/base58'
import { readBytes } from './readBytes.ts'
import type { Reader } from './readBytes.ts'

/** Maximum length of a Solana transaction in bytes: the size of a packet. */
export const maxBytes = 1_232
const signatureLength = 64
const keyLength = 32

/**
 * An account as an instruction gets it. `address`: base58; undefined for an account in a lookup
 * table, because the wallet has not read the table.
 */
export type AccountUse = { address: string | undefined; isSigner: boolean; isWritable: boolean }

/** One instruction of a transaction. `program`: base58. */
export type Instruction = {
  program: string
  accounts: readonly AccountUse[]
  data: Uint8Array<ArrayBuffer>
}

/** A decoded transaction. */
export type SolanaTransaction = {
  signatures: readonly Uint8Array<ArrayBuffer>[]
  /** The bytes that are signed. */
  message: Uint8Array<ArrayBuffer>
  /**
   * The accounts that have to sign, in the order of the signatures. The first one pays the fee.
   */
  signers: readonly string[]
  /**
   * The hash of a block, base58. The network accepts the transaction while this block is recent. In
   * a durable transaction (`durableNonceOf`) it is the value of a nonce account.
   */
  blockhash: string
  instructions: readonly Instruction[]
}

/**
 * Reads a transaction: legacy, or version 0. Every byte has to match the format, because the
 * shown and the signed content have to be the same.
 * @throws Fault -32602
 */
export function readTransaction(bytes: Uint8Array<ArrayBuffer>): SolanaTransaction {
  if (bytes.length > maxBytes) throw fault('invalidParams')
  try {
    return read(bytes)
  } catch (cause) {
    throw fault('invalidParams', { cause })
  }
}

function read(bytes: Uint8Array<ArrayBuffer>): SolanaTransaction {
  const outer = readBytes(bytes)
  const signatures = outer.list(() => outer.bytes(signatureLength))
  const message = bytes.slice(bytes.length - outer.remaining())
  const version = (message[0] ?? 0) >= 0x80 ? (message[0] ?? 0) & 0x7f : undefined
  if (version !== undefined && version !== 0) throw new RangeError('Another version')
  const reader = readBytes(version === undefined ? message : message.slice(1))
  const [signers, readonlySigners, readonlyOthers] = [reader.byte(), reader.byte(), reader.byte()]
  const keys = reader.list(() => toBase58(reader.bytes(keyLength)))
  if (
    signers === 0 ||
    signers !== signatures.length ||
    readonlySigners >= signers ||
    signers + readonlyOthers > keys.length ||
    new Set(keys).size !== keys.length
  )
    throw new RangeError('The header is wrong')
  const blockhash = toBase58(reader.bytes(keyLength))
  const raw = reader.list(() => readInstruction(reader))
  const lookups = version === 0 ? reader.list(() => readLookup(reader)) : []
  if (reader.remaining() > 0) throw new RangeError('Bytes are left')
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  // After the named accounts come the accounts of the lookup tables: first all writable ones, then
  // all others.
  const [written, fromTables] = [
    sum(lookups.map((lookup) => lookup.written)),
    sum(lookups.map((lookup) => lookup.written + lookup.read)),
  ]
  const isWritable = (index: number) =>
    index < signers
      ? index < signers - readonlySigners
      : index < keys.length
        ? index < keys.length - readonlyOthers
        : index < keys.length + written
  const useOf = (index: number): AccountUse => {
    if (index >= keys.length + fromTables) throw new RangeError('An account is missing')
    return { address: keys[index], isSigner: index < signers, isWritable: isWritable(index) }
  }
  const instructions = raw.map(({ program: place, accounts, data }) => {
    const program = keys[place]
    // the network refuses a program that comes from a table, and a program that pays the fee (the
    // first key)
    if (place === 0 || program === undefined) throw new RangeError('A program is missing')
    return { program, accounts: accounts.map(useOf), data }
  })
  return { signatures, message, signers: keys.slice(0, signers), blockhash, instructions }
}

function readInstruction(reader: Reader): {
  program: number
  accounts: readonly number[]
  data: Uint8Array<ArrayBuffer>
} {
  const program = reader.byte()
  return { program, accounts: reader.list(reader.byte), data: reader.bytes(reader.length()) }
}

/** @returns the numbers of accounts from a lookup table: writable and read-only */
function readLookup(reader: Reader): { written: number; read: number } {
  reader.bytes(keyLength)
  return { written: reader.list(reader.byte).length, read: reader.list(reader.byte).length }
}

const systemProgram = '11111111111111111111111111111111'

/**
 * The nonce account of a durable transaction, which stays valid until the nonce is used, not
 * only for a minute.
 * The network recognises a durable transaction by its first instruction: the system program,
 * and data that begins with the four bytes of AdvanceNonceAccount, whatever follows. Source:
 * Agave, `get_durable_nonce` in svm-transaction
 * @returns undefined for a transaction of a recent block. `address`: undefined where the
 *   account is in a lookup table, or is missing
 */
export function durableNonceOf({
  instructions: [first],
}: Pick<SolanaTransaction, 'instructions'>): { address: string | undefined } | undefined {
  const isDurable =
    first?.program === systemProgram &&
    [4, 0, 0, 0].every((byte, index) => first.data[index] === byte)
  return isDurable ? { address: first.accounts[0]?.address } : undefined
}

/** The transaction with a signature at its signer's position. */
export function withSignature(
  { signatures, message, signers }: SolanaTransaction,
  signer: string,
  signature: Uint8Array,
): Uint8Array {
  const all = signatures.map((bytes, index) => (signers[index] === signer ? signature : bytes))
  // fewer than 128 signatures fit into a packet
  return Uint8Array.from([signatures.length, ...all.flatMap((bytes) => [...bytes]), ...message])
}
