/** The few encodings of SCALE that a wallet needs to sign. Source: docs.polkadot.com, "SCALE" */
import { concatBytes } from '@noble/hashes/utils.js'

/** A number of four bytes, in little-endian order. */
export const u32 = (value: bigint): Uint8Array => littleEndian(value, 4)

/** A number in the compact form: 1, 2, 4 bytes, or as many as it needs. */
export function compact(value: bigint): Uint8Array {
  if (value < 1n << 6n) return littleEndian(value << 2n, 1)
  if (value < 1n << 14n) return littleEndian((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return littleEndian((value << 2n) | 2n, 4)
  const length = Math.max(4, Math.ceil(value.toString(16).length / 2))
  return concatBytes(Uint8Array.of(((length - 4) << 2) | 3), littleEndian(value, length))
}

const littleEndian = (value: bigint, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))
