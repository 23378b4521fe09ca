import { readAddress } from './base.ts'

/** Thrown for bytes that are not a transaction. The message says what is wrong. */
export class WireError extends Error {
  override readonly name = 'WireError'
}

/** Reads bytes one after another. Each call continues where the previous call has ended. */
export type Reader = {
  byte(): number
  take(length: number): Uint8Array
  address(): string
  /** A length in Solana's compact form: one to three bytes. */
  length(): number
  /** A list of items. Its compact length comes before it. */
  list<item>(read: () => item): item[]
  offset(): number
  isAtEnd(): boolean
}

/**
 * Creates a reader of the bytes.
 * @returns the reader; its methods throw WireError if the bytes end too early
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
      // refuses a zero as the last of several bytes, so that each length has only one encoding
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
