import { addressHead, addressTail } from '@latchkey/protocol/counts'

/**
 * Characters at the beginning and the end of an address that a reader compares by habit, and those
 * that the kit shows (spec section 5).
 */
const looked = [
  [6, 4],
  [addressHead, addressTail],
] as const

/** Whether two different addresses show the same beginning and end. */
export function isAlike(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return (
    a !== b &&
    looked.some(
      ([head, tail]) => a.slice(0, head) === b.slice(0, head) && a.slice(-tail) === b.slice(-tail),
    )
  )
}
