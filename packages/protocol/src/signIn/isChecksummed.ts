import { keccak_256 } from '@noble/hashes/sha3.js'

/** Whether the case of an EVM address's letters is its checksum. EIP-55 */
export const isChecksummed = (address: string): boolean => address === checksummed(address)

/** Writes an EVM address with its checksum: a hash decides which letters are capitals. EIP-55 */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = keccak_256(new TextEncoder().encode(digits))
  const spelled = [...digits]
    .map((digit, index) =>
      ((hash[index >> 1] ?? 0) >> (index % 2 ? 0 : 4)) & 8 ? digit.toUpperCase() : digit,
    )
    .join('')
  return `0x${spelled}`
}
