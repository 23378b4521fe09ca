import { toBase58 } from '@latchkey/protocol/base58'
import { createReader, WireError, type Reader } from './reader.ts'

/** The maximum number of bytes of a transaction: the payload of a network packet. */
export const longestTransaction = 1_232

/**
 * How many of a message's addresses sign, and how many can't be changed. Signing addresses come
 * first; in both parts, read-only addresses come last.
 */
export type Header = {
  numRequiredSignatures: number
  numReadonlySignedAccounts: number
  numReadonlyUnsignedAccounts: number
}

/** A call of a program. All numbers are indexes in the list of addresses. */
export type CompiledInstruction = {
  programIdIndex: number
  accounts: readonly number[]
  data: Uint8Array
}

/** Addresses that a v0 message takes from a lookup table. */
export type Lookup = {
  accountKey: string
  writableIndexes: readonly number[]
  readonlyIndexes: readonly number[]
}

/** A message: the signed part of a transaction. */
export type Message = {
  version: 'legacy' | 0
  header: Header
  /** The addresses in the message. In the numbering, addresses of lookup tables come after them. */
  keys: readonly string[]
  /** A recent blockhash, or the value of a nonce account, base58. */
  blockhash: string
  instructions: readonly CompiledInstruction[]
  lookups: readonly Lookup[]
}

/** A signed transaction that a client has sent. */
export type Transaction = {
  raw: Uint8Array
  messageBytes: Uint8Array
  message: Message
  /** In the order of the signing addresses. A missing signature is 64 zero bytes. */
  signatures: readonly Uint8Array[]
  /** The first signature, base58. It identifies the transaction. */
  signature: string
}

/**
 * Reads a signed transaction, legacy or v0.
 * @throws WireError if it is invalid; for a later version, with the message `unsupported version`
 */
export function readTransaction(raw: Uint8Array): Transaction {
  if (raw.length > longestTransaction)
    throw new WireError(
      `transaction too large: ${raw.length} bytes (max: ${longestTransaction} bytes)`,
    )
  const reader = createReader(raw)
  const signatures = reader.list(() => reader.take(64))
  const start = reader.offset()
  const message = readFrom(reader)
  if (!reader.isAtEnd()) throw new WireError('trailing bytes')
  const [first] = signatures
  if (!first || signatures.length !== message.header.numRequiredSignatures)
    throw new WireError('index out of bounds')
  return { raw, messageBytes: raw.subarray(start), message, signatures, signature: toBase58(first) }
}

/**
 * Reads a message, which comes without signatures.
 * @throws WireError if it is invalid
 */
export function readMessage(bytes: Uint8Array): Message {
  if (bytes.length > longestTransaction)
    throw new WireError(
      `message too large: ${bytes.length} bytes (max: ${longestTransaction} bytes)`,
    )
  const reader = createReader(bytes)
  const message = readFrom(reader)
  if (!reader.isAtEnd()) throw new WireError('trailing bytes')
  return message
}

function readFrom(reader: Reader): Message {
  const first = reader.byte()
  if (first > 0x80) throw new WireError(`unsupported version: ${first & 0x7f}`)
  const version = first === 0x80 ? 0 : 'legacy'
  const numRequiredSignatures = version === 0 ? reader.byte() : first
  const header = {
    numRequiredSignatures,
    numReadonlySignedAccounts: reader.byte(),
    numReadonlyUnsignedAccounts: reader.byte(),
  }
  const keys = reader.list(reader.address)
  const blockhash = reader.address()
  const instructions = reader.list(() => readInstruction(reader))
  const lookups = version === 0 ? reader.list(() => readLookup(reader)) : []
  return checked({ version, header, keys, blockhash, instructions, lookups })
}

function readInstruction(reader: Reader): CompiledInstruction {
  const programIdIndex = reader.byte()
  const accounts = [...reader.take(reader.length())]
  return { programIdIndex, accounts, data: reader.take(reader.length()) }
}

function readLookup(reader: Reader): Lookup {
  return {
    accountKey: reader.address(),
    writableIndexes: reader.list(reader.byte),
    readonlyIndexes: reader.list(reader.byte),
  }
}

/** Makes the checks that validators make before they read any account. @throws WireError */
function checked(message: Message): Message {
  const { header, keys, instructions, lookups } = message
  const all =
    keys.length +
    lookups.reduce(
      (sum, { writableIndexes, readonlyIndexes }) =>
        sum + writableIndexes.length + readonlyIndexes.length,
      0,
    )
  const isOdd =
    header.numReadonlySignedAccounts >= header.numRequiredSignatures ||
    header.numRequiredSignatures + header.numReadonlyUnsignedAccounts > keys.length ||
    all > 256
  const isOutside = instructions.some(
    ({ programIdIndex, accounts }) =>
      programIdIndex === 0 ||
      programIdIndex >= keys.length ||
      accounts.some((index) => index >= all),
  )
  if (isOdd || isOutside) throw new WireError('index out of bounds')
  return message
}
