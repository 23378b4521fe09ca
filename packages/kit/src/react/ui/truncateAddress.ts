import { addressHead, addressTail } from '@latchkey/protocol/counts'

/** An address as its first four and last six characters (spec section 5). */
export function truncateAddress(address: string): string {
  return address.length > addressHead + addressTail + 1
    ? `${address.slice(0, addressHead)}…${address.slice(-addressTail)}`
    : address
}
