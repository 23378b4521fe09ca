import { keccak_256 } from '@noble/hashes/sha3.js'

/**
 * Writes an address with its checksum: a hash decides which letters are capitals. Without `chainId`
 * it is the checksum of EIP-55, with a decimal `chainId` that of EIP-1191. It is in a lazy module,
 * because only addresses that a visitor types need the hashing.
 */
export function checksumOf(address: `0x${string}`, chainId?: string): `0x${string}` {
  const digits = address.slice(2).toLowerCase()
  const hash = keccak_256(
    new TextEncoder().encode(chainId === undefined ? digits : `${chainId}0x${digits}`),
  )
  const isUpper = (at: number) => (((hash[at >> 1] ?? 0) >> (at % 2 ? 0 : 4)) & 15) > 7
  return `0x${[...digits].map((digit, at) => (isUpper(at) ? digit.toUpperCase() : digit)).join('')}`
}
