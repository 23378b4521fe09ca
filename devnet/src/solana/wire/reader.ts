import { readAddress } from './base.ts'

/** Bytes that are not a transaction. The error's message names the fault. */
export class WireError extends Error {
  override readonly name = 'WireError'
}

/** Reads bytes from the beginning to the end. Each call continues where the last call ended. */
export type Reader = {
  byte(): number
  take(length: number): Uint8Array
  address(): string
  /** A length in Solana's compact form: one to three bytes. */
  length(): number
  /** A list of items, after its compact length. */
  list<item>(read: () => item): item[]
  offset(): number
  isAtEnd(): boolean
}

/**
 * Makes a reader of the bytes.
 * @throws WireError from its methods when the bytes end too early
 */
export function createReader(bytes: Uint8Array): Reader {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new WireError('io error: failed to fill whole buffer')
    at += length
    return bytes.subarray(at - length, at)
  }
  const byte = (): number => take(1)[0] ?? 0
  const length = (): number => {
    let value = 0
    for (let index = 0; index < 3; index += 1) {
      const part = byte()
      // the last of several bytes is never zero, so each length has only one form
      if (part === 0 && index > 0) throw new WireError('alias encoding')
      value |= (part & 0x7f) << (7 * index)
      if (part < 0x80 && value <= 0xffff) return value
    }
    throw new WireError('byte three continues')
  }
  return {
    byte,
    take,
    address: () => readAddress(take(32)),
    length,
    list: (read) => Array.from({ length: length() }, read),
    offset: () => at,
    isAtEnd: () => at === bytes.length,
  }
}
