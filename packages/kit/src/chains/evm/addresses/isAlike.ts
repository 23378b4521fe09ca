import { addressHead, addressTail } from '@latchkey/protocol/counts'

/**
 * How many characters at the beginning and the end of an address are compared: as many as people
 * usually look at, and as many as the kit shows.
 */
const comparedLengths = [
  [6, 4],
  [addressHead, addressTail],
] as const

/** Whether two different addresses look the same at their beginning and end. */
export function isAlike(address: string, otherAddress: string): boolean {
  const [a, b] = [address.toLowerCase(), otherAddress.toLowerCase()]
  return (
    a !== b &&
    comparedLengths.some(
      ([head, tail]) => a.slice(0, head) === b.slice(0, head) && a.slice(-tail) === b.slice(-tail),
    )
  )
}
