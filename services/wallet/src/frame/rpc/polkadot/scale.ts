/** The encoding of Polkadot's chains: numbers, lengths, and a reader. Source: SCALE */

/** Thrown for bytes that are not the canonical encoding of what was to be read. */
export class ScaleError extends Error {
  override readonly name = 'ScaleError'
}

/** Reads bytes from the first to the last. Every function throws a ScaleError at their end. */
export type ScaleReader = {
  take(length: number): Uint8Array
  /** A number of this many bytes, in little-endian order. */
  number(length: number): bigint
  /** A number of variable length, in its shortest encoding. */
  compact(): bigint
  isAtEnd(): boolean
}

/** Creates a reader of bytes. */
export function createReader(bytes: Uint8Array): ScaleReader {
  let at = 0
  function take(length: number): Uint8Array {
    if (length > bytes.length - at) throw new ScaleError('There are too few bytes')
    return bytes.subarray(at, (at += length))
  }
  const number = (length: number) => fromLittleEndian(take(length))
  function compact(): bigint {
    const first = Number(number(1))
    at--
    const mode = first & 3
    // the upper six bits are the number of further bytes, less four
    const size = mode === 3 ? (first >> 2) + 4 : 0
    const value = mode === 3 ? (take(1), number(size)) : number(1 << mode) >> 2n
    const isShortest =
      mode === 3
        ? value >= 1n << 30n && value >> BigInt(8 * (size - 1)) > 0n
        : mode === 0 || value >= 1n << (mode === 1 ? 6n : 14n)
    if (!isShortest) throw new ScaleError('A number has a longer encoding than it needs')
    return value
  }
  return { take, number, compact, isAtEnd: () => at === bytes.length }
}

/** The number of bytes in little-endian order. */
export const fromLittleEndian = (bytes: Uint8Array): bigint =>
  bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)

/** A number as bytes in little-endian order. */
export const toLittleEndian = (value: bigint, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))

/** A number in its shortest encoding. */
export function compactOf(value: bigint): Uint8Array {
  if (value < 1n << 6n) return toLittleEndian(value << 2n, 1)
  if (value < 1n << 14n) return toLittleEndian((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return toLittleEndian((value << 2n) | 2n, 4)
  const size = Math.ceil(value.toString(16).length / 2)
  return Uint8Array.from([((size - 4) << 2) | 3, ...toLittleEndian(value, size)])
}
