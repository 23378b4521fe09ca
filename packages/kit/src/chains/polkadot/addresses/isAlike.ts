import { addressHead, addressTail } from '@latchkey/protocol/counts'
import { readSs58, writeSs58 } from '@latchkey/protocol/chains/ss58'
import { isSameBytes } from '../wire/bytes.ts'

/**
 * How many characters at the beginning and the end of an address are compared: as many as wallets
 * show, as many as the kit shows, and as many as people read after the character that all addresses
 * of a network share.
 */
const comparedLengths = [
  [4, 4],
  [5, 4],
  [addressHead, addressTail],
] as const

/**
 * Whether two different accounts look the same at the beginning and end of their addresses, in the
 * spelling of one of the two addresses. Upper and lower case count as the same, because few people
 * notice the case of a letter.
 */
export function isAlike(address: string, otherAddress: string): boolean {
  const [read, other] = [readSs58(address), readSs58(otherAddress)]
  if (!read || !other || isSameBytes(read.key, other.key)) return false
  return [read.prefix, other.prefix].some((prefix) => {
    const [a, b] = [read, other].map(({ key }) => writeSs58(key, prefix).toLowerCase())
    return comparedLengths.some(
      ([head, tail]) =>
        a?.slice(0, head) === b?.slice(0, head) && a?.slice(-tail) === b?.slice(-tail),
    )
  })
}
