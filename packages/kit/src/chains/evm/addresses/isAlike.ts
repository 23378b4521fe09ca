import { addressHead, addressTail } from '@latchkey/protocol/counts'

/**
 * Characters at the beginning and the end of an address that a reader compares by habit, and those
 * that the kit shows (spec section 5).
 */
const comparedLengths = [
  [6, 4],
  [addressHead, addressTail],
] as const

/** Whether two different addresses show the same beginning and end. */
export function isAlike(address: string, otherAddress: string): boolean {
  const [a, b] = [address.toLowerCase(), otherAddress.toLowerCase()]
  return (
    a !== b &&
    comparedLengths.some(
      ([head, tail]) => a.slice(0, head) === b.slice(0, head) && a.slice(-tail) === b.slice(-tail),
    )
  )
}
