import { wordlist } from '@scure/bip39/wordlists/english.js'
import { wipe } from './wipe.ts'

/** Bytes of entropy in a phrase of 12 words. BIP-39 */
export const entropyLength = 16
const wordBits = 11
const encoder = new TextEncoder()

/**
 * The words of an entropy as UTF-8: lower-case English, separated by single spaces. The phrase
 * never becomes a string; the caller wipes it. BIP-39
 */
export async function phraseOf(entropy: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const checksum = new Uint8Array(await crypto.subtle.digest('SHA-256', entropy)).slice(0, 1)
  const bytes = new Uint8Array([...entropy, ...checksum])
  const count = (entropy.length * 8 + entropy.length / 4) / wordBits
  // sized for the longest words, so that the buffer's length reveals nothing
  const phrase = new Uint8Array(count * 9)
  let end = 0
  for (let index = 0; index < count; index++) {
    if (index > 0) phrase[end++] = 0x20
    end += encoder.encodeInto(
      wordlist[bitsAt(bytes, index * wordBits)] ?? '',
      phrase.subarray(end),
    ).written
  }
  const cut = phrase.slice(0, end)
  wipe(bytes, checksum, phrase)
  return cut
}

/** Reads eleven bits from a bit position. */
function bitsAt(bytes: Uint8Array, start: number): number {
  const at = (index: number) => bytes[index] ?? 0
  const byte = start >> 3
  return (
    (((at(byte) << 16) | (at(byte + 1) << 8) | at(byte + 2)) >> (24 - wordBits - (start & 7))) &
    0x7ff
  )
}
