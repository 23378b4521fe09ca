import { addressHead, addressTail } from '@latchkey/protocol/counts'

/**
 * Shortens an address to its first four and last six characters
 * (docs/contracts/product.md#amounts-and-addresses).
 */
export function truncateAddress(address: string): string {
  return address.length > addressHead + addressTail + 1
    ? `${address.slice(0, addressHead)}…${address.slice(-addressTail)}`
    : address
}
