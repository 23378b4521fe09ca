/**
 * Reads the instructions in a transaction's message, legacy or version 0. Addresses in lookup
 * tables are not read.
 */
import { toBase58 } from '@latchkey/protocol/base58'
import { systemProgram } from '../provider/programs.ts'

/** An instruction. An account from a lookup table is undefined. */
export type Step = {
  program: string | undefined
  accounts: readonly (string | undefined)[]
  data: Uint8Array
}

/**
 * A decoded message: its accounts and its instructions. An account index beyond `keys` refers to
 * the lookup tables, whose references are the bytes in `lookups`.
 */
export type Message = {
  keys: readonly string[]
  steps: readonly { program: number; accounts: Uint8Array; data: Uint8Array }[]
  lookups: Uint8Array
}

/** Reads the instructions of a message. Empty if the bytes are no message. */
export function readSteps(message: Uint8Array): readonly Step[] {
  const read = readMessage(message)
  return (read?.steps ?? []).map(({ program, accounts, data }) => ({
    program: read?.keys[program],
    accounts: [...accounts].map((index) => read?.keys[index]),
    data,
  }))
}

/**
 * Whether a message belongs to a durable transaction. Such a transaction stays valid until its
 * nonce is used, not only while its blockhash is recent. Its first instruction is
 * AdvanceNonceAccount of the system program. Source: Agave, `get_durable_nonce`
 */
export function isDurable(message: Uint8Array): boolean {
  const [first] = readSteps(message)
  return (
    first?.program === systemProgram && advance.every((byte, index) => first.data[index] === byte)
  )
}

/** The data with which an AdvanceNonceAccount instruction begins. */
const advance = [4, 0, 0, 0]

/** Reads a message; undefined for invalid bytes. */
export function readMessage(message: Uint8Array): Message | undefined {
  try {
    return read(message)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function read(message: Uint8Array): Message {
  let at = (message[0] ?? 0) & 0x80 ? 4 : 3
  const take = (count: number): Uint8Array => {
    if (at + count > message.length) throw new RangeError('The message is too short')
    const bytes = message.slice(at, at + count)
    at += count
    return bytes
  }
  const byte = () => take(1)[0] ?? 0
  /** Reads a length, which has one to three bytes with seven bits each. */
  const length = () => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const part = byte()
      value |= (part & 0x7f) << shift
      if (part < 0x80) return value
    }
    throw new RangeError('The length is too long')
  }
  const keys = Array.from({ length: length() }, () => toBase58(take(32)))
  take(32) // the blockhash
  const steps = Array.from({ length: length() }, () => ({
    program: byte(),
    accounts: take(length()),
    data: take(length()),
  }))
  return { keys, steps, lookups: message.slice(at) }
}
