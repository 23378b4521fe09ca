import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Hex } from '../evmSignature/hex.ts'
import { fromHex, toHex } from '../hex.ts'

/** Hex digits of a word of the ABI: 32 bytes, without `0x`. */
export type Word = string

/** The length of a word in hex digits. */
export const wordDigits = 64

/** The largest number of a word. */
const maxWord = (1n << 256n) - 1n

/**
 * Writes a number or an address as a word.
 * @throws RangeError if it does not fit
 */
export function wordOf(value: bigint | number | Hex): Word {
  const number = BigInt(value)
  if (number < 0n || number > maxWord) throw new RangeError('not a number of 256 bits')
  return number.toString(16).padStart(wordDigits, '0')
}

/** Writes bytes with their length in front, filled up with zeros to whole words. */
export function bytesWords(bytes: Hex): string {
  const digits = bytes.slice(2).toLowerCase()
  const filled = Math.ceil(digits.length / wordDigits) * wordDigits
  return wordOf(digits.length / 2) + digits.padEnd(filled, '0')
}

/** Returns the Keccak-256 hash of hex digits without `0x`, as a word. */
export const hashOfDigits = (digits: string): Word => toHex(keccak_256(fromHex(digits)))

/** Returns the Keccak-256 hash of a text, as a word. */
export const hashOfText = (text: string): Word => toHex(keccak_256(new TextEncoder().encode(text)))

/** Returns the Keccak-256 hash of bytes. */
export const hashOf = (bytes: Hex): Hex => `0x${hashOfDigits(bytes.slice(2))}`
