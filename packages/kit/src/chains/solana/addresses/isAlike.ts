import { addressHead, addressTail } from '@latchkey/protocol/counts'

/**
 * Characters at the beginning and the end of an address that wallets show, and those that the kit
 * shows (spec section 5).
 */
const comparedLengths = [
  [4, 4],
  [addressHead, addressTail],
] as const

/**
 * Whether two different addresses show the same beginning and end, also where only the case of a
 * letter differs: few people see that.
 */
export function isAlike(address: string, otherAddress: string): boolean {
  const [a, b] = [address.toLowerCase(), otherAddress.toLowerCase()]
  return (
    address !== otherAddress &&
    comparedLengths.some(
      ([head, tail]) => a.slice(0, head) === b.slice(0, head) && a.slice(-tail) === b.slice(-tail),
    )
  )
}
