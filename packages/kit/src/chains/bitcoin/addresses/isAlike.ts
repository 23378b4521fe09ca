import { addressKey } from '@latchkey/protocol/address'
import { addressHead, addressTail } from '@latchkey/protocol/counts'

/** The beginning that all Bech32 addresses of a network and a kind share. BIP-173 */
const shared = /^(?:bc|tb|bcrt)1[qp]/

/**
 * Whether two different addresses look the same at their beginning and end. Upper and lower case
 * count as the same, because few people notice the case of a letter.
 */
export function isAlike(address: string, otherAddress: string): boolean {
  if (addressKey(address) === addressKey(otherAddress)) return false
  const [a, b] = [address.toLowerCase(), otherAddress.toLowerCase()]
  const [prefix = ''] = shared.exec(a) ?? []
  // as many characters as the kit shows, and as many as people read after the shared beginning
  const compared = [
    [addressHead, addressTail],
    [prefix.length + 4, 4],
  ] as const
  return compared.some(
    ([head, tail]) => a.slice(0, head) === b.slice(0, head) && a.slice(-tail) === b.slice(-tail),
  )
}
