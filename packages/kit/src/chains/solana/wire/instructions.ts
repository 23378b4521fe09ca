/** The steps in a transaction's message, legacy or version 0, as far as its own list of accounts has them. */
import { toBase58 } from '@latchkey/protocol/base58'

/** One step; an account that stands in a lookup table is undefined. */
export type Step = { program: string | undefined; accounts: readonly (string | undefined)[]; data: Uint8Array }

/** Reads the steps; empty for bytes that are no message. */
export function readSteps(message: Uint8Array): readonly Step[] {
  try {
    return read(message)
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

function read(message: Uint8Array): readonly Step[] {
  let at = (message[0] ?? 0) & 0x80 ? 4 : 3
  const take = (count: number): Uint8Array => {
    if (at + count > message.length) throw new RangeError('The message is too short')
    const bytes = message.slice(at, at + count)
    at += count
    return bytes
  }
  const byte = () => take(1)[0] ?? 0
  /** A length in one to three bytes, seven bits each. */
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
  return Array.from({ length: length() }, () => {
    const program = keys[byte()]
    const accounts = [...take(length())].map((index) => keys[index])
    return { program, accounts, data: take(length()) }
  })
}
