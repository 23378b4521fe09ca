import { keccak_256 } from '@noble/hashes/sha3.js'

/** An address with its letters in the case that tells typing errors. Source: EIP-55. Apart, because hashing is only needed for what is typed. */
export function checksumOf(address: `0x${string}`): `0x${string}` {
  const digits = address.slice(2).toLowerCase()
  const hash = keccak_256(new TextEncoder().encode(digits))
  const isUpper = (at: number) => (((hash[at >> 1] ?? 0) >> (at % 2 ? 0 : 4)) & 15) > 7
  return `0x${[...digits].map((digit, at) => (isUpper(at) ? digit.toUpperCase() : digit)).join('')}`
}
