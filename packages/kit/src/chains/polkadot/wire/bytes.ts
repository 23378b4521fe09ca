import { hexToBytes } from '@noble/hashes/utils.js'
import { toHex } from '@latchkey/protocol/hex'

/** Bytes in hex, with the prefix `0x`. */
export type Hex = `0x${string}`

/** The maximum size of a transaction that the kit builds or accepts from a wallet, in bytes. */
export const maxTransactionBytes = 65_536

/** Writes bytes in lower-case hex, with the prefix `0x`. */
export const hexOf = (bytes: Uint8Array): Hex => `0x${toHex(bytes)}`

/** Reads hex with the prefix `0x`. Undefined for other values, and for too few or too many bytes. */
export function bytesOf(
  value: unknown,
  [min, max]: readonly [min: number, max: number],
): Uint8Array | undefined {
  if (typeof value !== 'string' || value.length > 2 + 2 * max || value.length < 2 + 2 * min)
    return undefined
  return /^0x(?:[\da-f]{2})*$/i.test(value) ? hexToBytes(value.slice(2)) : undefined
}

/** Writes a number in hex and in big-endian order, as wallets expect it in a payload. */
export const hexNumber = (value: number | bigint, byteLength: number): Hex =>
  `0x${value.toString(16).padStart(2 * byteLength, '0')}`

/** Whether two byte strings are equal. */
export const isSameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])
