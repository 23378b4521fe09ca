import { fault } from '../../bridge/Fault.ts'
import { toBase58 } from '@latchkey/protocol/base58'
import { readBytes } from './readBytes.ts'
import type { Reader } from './readBytes.ts'

/** Bytes of a transaction of Solana, by the size of a packet. */
export const mostBytes = 1_232
const signatureLength = 64
const keyLength = 32

/** One step of a transaction. Accounts in base58; undefined for one that stands in a lookup table, which the wallet has not read. */
export type Instruction = { program: string | undefined; accounts: readonly (string | undefined)[]; data: Uint8Array<ArrayBuffer> }

/** A transaction as its bytes say. */
export type SolanaTransaction = {
  signatures: readonly Uint8Array<ArrayBuffer>[]
  /** What is signed. */
  message: Uint8Array<ArrayBuffer>
  /** Those that have to sign, in the order of the signatures. The first one pays the fee. */
  signers: readonly string[]
  instructions: readonly Instruction[]
}

/**
 * Reads a transaction: legacy, or version 0. It is held to its form to the last byte, as what is shown and what is signed have to be the same.
 * @throws Fault -32602
 */
export function readTransaction(bytes: Uint8Array<ArrayBuffer>): SolanaTransaction {
  if (bytes.length > mostBytes) throw fault('invalidParams')
  try {
    return read(bytes)
  } catch (cause) {
    throw fault('invalidParams', { cause })
  }
}

function read(bytes: Uint8Array<ArrayBuffer>): SolanaTransaction {
  const outer = readBytes(bytes)
  const signatures = outer.list(() => outer.bytes(signatureLength))
  const message = bytes.slice(bytes.length - outer.left())
  const version = (message[0] ?? 0) >= 0x80 ? (message[0] ?? 0) & 0x7f : undefined
  if (version !== undefined && version !== 0) throw new RangeError('Another version')
  const reader = readBytes(version === undefined ? message : message.slice(1))
  const [signers, readonlySigners, readonlyOthers] = [reader.byte(), reader.byte(), reader.byte()]
  const keys = reader.list(() => toBase58(reader.bytes(keyLength)))
  if (signers === 0 || signers !== signatures.length || readonlySigners >= signers || signers + readonlyOthers > keys.length || new Set(keys).size !== keys.length) throw new RangeError('The header is wrong')
  reader.bytes(keyLength) // the blockhash
  const raw = reader.list(() => readInstruction(reader))
  const looked = version === 0 ? reader.list(() => readLookup(reader)).reduce((sum, count) => sum + count, 0) : 0
  if (reader.left() > 0) throw new RangeError('Bytes are left')
  if (raw.some(({ program, accounts }) => program >= keys.length || accounts.some((index) => index >= keys.length + looked))) throw new RangeError('An account is missing')
  return { signatures, message, signers: keys.slice(0, signers), instructions: raw.map(({ program, accounts, data }) => ({ program: keys[program], accounts: accounts.map((index) => keys[index]), data })) }
}

function readInstruction(reader: Reader): { program: number; accounts: readonly number[]; data: Uint8Array<ArrayBuffer> } {
  const program = reader.byte()
  return { program, accounts: reader.list(reader.byte), data: reader.bytes(reader.length()) }
}

/** @returns how many accounts a lookup table brings */
function readLookup(reader: Reader): number {
  reader.bytes(keyLength)
  return reader.list(reader.byte).length + reader.list(reader.byte).length
}

/** The transaction with a signature in its place. */
export function withSignature({ signatures, message, signers }: SolanaTransaction, signer: string, signature: Uint8Array): Uint8Array {
  const all = signatures.map((one, index) => (signers[index] === signer ? signature : one))
  return Uint8Array.from([signatures.length, ...all.flatMap((one) => [...one]), ...message]) // fewer than 128 signatures fit into a packet
}
